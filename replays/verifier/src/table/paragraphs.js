/** The paragraphs of the refusals of a table, which every rulebook has under the same numbers unless its game says otherwise. */

const PARAGRAPHS = {
  history_rolled_back: "12.8", already_left: "11.11", already_ready: "11.4", already_revealed: "12.2",
  seat_taken: "11.2", seat_reserved: "11.2", already_seated: "11.2", invitation_invalid: "11.2", rotation_closed: "11.15",
  not_host: "11.15", seat_kept: "11.18", already_asked: "11.18", entropy_closed: "12.2", seed_invalid: "12.2", dealer_not_chosen: "3.5", dealer_sits_out: "3.5", config_option: "1.5",
};

/** The paragraph of a code of a refusal in a game. */
export const paragraphOf = (game, code) => (Object.hasOwn(game.PARAGRAPHS, code) ? game.PARAGRAPHS[code] : PARAGRAPHS[code]);
