// The notice of a list that is incomplete, because the catalogue or the archive does not answer.

import { make } from "./shell.js";
import { t } from "./words.js";

/**
 * One notice, or none where nothing is missing.
 * @param {{missing?: string[]}} body  an answer with a list
 */
export const absent = ({ missing }) => (missing?.length ? [make("p.notice", {}, t("common.incomplete"))] : []);
