// ---------------------------------------------------------------------------------------------------
// Section B: the rules of a hand.
//
// Written from RULES.md, whose paragraphs the comments name, and from the sheet in the record. A hand is
// a plain object that nobody changes; `decide` says what a command leads to, `evolve` copies it in.
// Events and commands have the stored JSON form of the record, hidden fields included.
// ---------------------------------------------------------------------------------------------------

const Rules = (() => {
  "use strict";

  // --- 1 Words and cards ---------------------------------------------------------------------------

  const PACKS = {
    spanish40: { ranks: "1 2 3 4 5 6 7 10 11 12".split(" "), suits: "OCEB" },
    french40: { ranks: "A 2 3 4 5 6 7 J Q K".split(" "), suits: "dhsc" },
    numeral40: { ranks: "A 2 3 4 5 6 7 8 9 T".split(" "), suits: "dhsc" },
    french52: { ranks: "A 2 3 4 5 6 7 8 9 T J Q K".split(" "), suits: "dhsc" },
  };

  // 1.6: what a sheet leaves out is as in mexican-2 with eight cards.
  const PLAIN = {
    variant: "custom", pack: "spanish40", packs: 1, players_min: 2, players_max: 2,
    direction: "anticlockwise", hand_sizes: [8], deal_style: "singles", exchange: true,
    set_kind: "rank", run_max: null, first_turn: "offer", claims: false,
    force_by_turn_player: true, force_by_opponents: true, force_source: "any",
    force_rearrange: true, force_extra_hand_cards: true, wild_card: null, wild_forceable: true,
    keep_centre: false, keep_turn_limit: null, fold: false, fold_skips_turn: false,
    folded_may_force: true, group_needs_stock_card: "off", keep_three: false,
    last_card_from_stock: false, waste: "face_up", pile_browsable: true, payment: "stake", stake: 1,
    draw_stake: "same", next_dealer: "rotate", deals: 1, teams: 0, bank: false, money: "money",
    house_charge: 0, sits_out: "none",
  };

  const completed = (sheet) => ({ ...PLAIN, ...sheet });

  // Where each code of each refusal stands in RULES.md.
  const PARAGRAPHS = {
    game_over: "10.1", wrong_phase: "10.1", already_passed: "10.1", card_not_in_hand: "10.1",
    forced_must_meld: "7.4", already_answered: "10.3", claim_own_card: "8.1", claim_closed: "10.3",
    not_your_turn: "10.4", force_closed: "10.5", force_target: "10.5", force_source: "7.5",
    force_no_fit: "7.3", keep_forbidden: "10.6", keep_discard_same: "8.3", fold_not_allowed: "8.5",
    already_folded: "10.7", already_standing: "8.6", forced_no_hand_cards: "7.4",
    card_reused: "6.8", centre_not_used: "6.1", table_card_lost: "6.2", card_not_yours: "6.2",
    combo_too_short: "2.1", combo_mixed: "2.1", set_not_identical: "2.2", set_duplicate_suit: "2.2",
    set_too_long: "2.2", run_duplicate_rank: "2.3", run_gap: "2.3", run_too_long: "2.4",
    run_wraps: "2.5", group_no_stock_card: "2.7", group_dissolved: "6.6", no_layout: "6.7",
    last_card_not_stock: "9.5", discard_forbidden: "6.4", discard_required: "6.4",
    discard_not_in_hand: "6.4", seat_unknown: "11.2",
  };

  class Refusal extends Error {
    constructor(code) {
      super(code);
      this.code = code;
    }
  }

  const refuse = (code) => { throw new Refusal(code); };
  const check = (holds, code) => { if (!holds) refuse(code); };
  const owns = (object, name) => Object.prototype.hasOwnProperty.call(object, name);

  // --- Bags of card codes ----------------------------------------------------------------------------

  const counted = (codes) => {
    const bag = new Map();
    for (const code of codes) bag.set(code, (bag.get(code) || 0) + 1);
    return bag;
  };

  const within = (codes, others) => {
    const bag = counted(others);
    for (const [code, number] of counted(codes)) if ((bag.get(code) || 0) < number) return false;
    return true;
  };

  // `codes` without the cards of `gone`; of copies the first one goes.
  const without = (codes, gone) => {
    const bag = counted(gone);
    return codes.filter((code) => {
      const due = bag.get(code) || 0;
      if (due) bag.set(code, due - 1);
      return !due;
    });
  };

  const sameBag = (some, others) => some.length === others.length && within(some, others);

  // --- 2 Combinations --------------------------------------------------------------------------------
  // The solver numbers faces in canonical order: suits as in 1.1, ranks ascending.

  const solvers = new Map();

  function solverOf(sheet) {
    const key = [sheet.pack, sheet.packs, sheet.set_kind, sheet.run_max, sheet.wild_card].join("/");
    if (!solvers.has(key)) solvers.set(key, makeSolver(sheet));
    return solvers.get(key);
  }

  function makeSolver(sheet) {
    const { ranks, suits } = PACKS[sheet.pack];
    const breadth = ranks.length;
    const faces = [];
    for (const suit of suits) for (const rank of ranks) faces.push(rank + suit);
    const numbers = new Map(faces.map((code, at) => [code, at]));
    return {
      faces, numbers, breadth, suits: suits.length, packs: sheet.packs,
      longest: sheet.run_max === null ? breadth : Math.min(sheet.run_max, breadth), // 2.4
      identical: sheet.set_kind === "identical", // 2.2
      yuca: sheet.wild_card === null ? -1 : numbers.get(sheet.wild_card), // 2.6
    };
  }

  const suitOf = (solver, face) => Math.floor(face / solver.breadth);
  const rankOf = (solver, face) => face % solver.breadth;
  const allEqual = (values) => values.every((value) => value === values[0]);
  const canonically = (solver, codes) =>
    codes.slice().sort((one, other) => solver.numbers.get(one) - solver.numbers.get(other));

  // 6.8: the code for which the faces are no meld, or null for a meld.
  function faultOfMeld(solver, meld) {
    if (meld.length < 3) return "combo_too_short";
    const natural = meld.filter((face) => face !== solver.yuca);
    const wild = meld.length - natural.length;
    const suits = natural.map((face) => suitOf(solver, face));
    const ranks = natural.map((face) => rankOf(solver, face));
    if (allEqual(ranks)) return faultOfSet(solver, suits, meld.length);
    return allEqual(suits) ? faultOfRun(solver, ranks, wild) : "combo_mixed";
  }

  function faultOfSet(solver, suits, length) {
    if (solver.identical) {
      if (!allEqual(suits)) return "set_not_identical";
      return length > solver.packs ? "set_too_long" : null;
    }
    if (new Set(suits).size < suits.length) return "set_duplicate_suit";
    return length > solver.suits ? "set_too_long" : null;
  }

  function faultOfRun(solver, ranks, wild) {
    if (new Set(ranks).size < ranks.length) return "run_duplicate_rank";
    const gaps = Math.max(...ranks) - Math.min(...ranks) + 1 - ranks.length;
    if (gaps <= wild) return ranks.length + wild > solver.longest ? "run_too_long" : null;
    return missingInCircle(solver, ranks) <= wild ? "run_wraps" : "run_gap";
  }

  // How many ranks are missing between these when the highest is taken as next to the lowest.
  function missingInCircle(solver, ranks) {
    const sorted = ranks.slice().sort((one, other) => one - other);
    let widest = sorted[0] + solver.breadth - sorted[sorted.length - 1];
    for (let at = 1; at < sorted.length; at += 1) widest = Math.max(widest, sorted[at] - sorted[at - 1]);
    return solver.breadth - widest + 1 - sorted.length;
  }

  const isSet = (solver, meld) => {
    const natural = meld.filter((face) => face !== solver.yuca);
    return allEqual(natural.map((face) => rankOf(solver, face)));
  };

  // 6.7: how a meld is shown: canonical order, the yuca in a gap, else after the highest rank, before
  // the lowest where none is above; in a set last.
  function shown(solver, meld) {
    const natural = meld.filter((face) => face !== solver.yuca).sort((one, other) => one - other);
    if (natural.length === meld.length) return natural;
    if (isSet(solver, meld)) return [...natural, solver.yuca];
    const gap = natural.findIndex((face, at) => at > 0 && face - natural[at - 1] > 1);
    if (gap > 0) return [...natural.slice(0, gap), solver.yuca, ...natural.slice(gap)];
    const top = rankOf(solver, natural[natural.length - 1]) === solver.breadth - 1;
    return top ? [solver.yuca, ...natural] : [...natural, solver.yuca];
  }

  // --- 6.7 The service's arrangement -------------------------------------------------------------------

  // Every meld through the face `first` made of the cards that `counts` has; natural cards before
  // `first` in canonical order are all placed already.
  function meldsThrough(solver, counts, first) {
    const found = [];
    const has = (face) => face !== solver.yuca && counts[face] > 0;
    const wild = solver.yuca >= 0 && counts[solver.yuca] > 0;
    if (first !== solver.yuca) {
      addRuns(solver, has, wild, false, first, found);
      addSets(solver, counts, has, wild, false, first, found);
    } else {
      for (let face = 0; face < solver.faces.length; face += 1) {
        if (!has(face)) continue;
        addRuns(solver, has, true, true, face, found);
        addSets(solver, counts, has, true, true, face, found);
      }
    }
    return found.sort((one, other) => inOrder(solver, one, other));
  }

  // Runs whose lowest natural card is `lowest`; with `must` only those that hold the yuca.
  function addRuns(solver, has, wild, must, lowest, found) {
    const end = (suitOf(solver, lowest) + 1) * solver.breadth;
    const run = [];
    for (let face = lowest; face < end && has(face); face += 1) {
      run.push(face);
      if (!must && run.length >= 3 && run.length <= solver.longest) found.push(run.slice());
      if (!wild) continue;
      if (run.length >= 2 && run.length < solver.longest) found.push([...run, solver.yuca]);
      addGapped(solver, has, run, end, found);
    }
  }

  // Runs that go on after `run` with the yuca in the place of the next card, whether or not that is there.
  function addGapped(solver, has, run, end, found) {
    const longer = run.slice();
    for (let face = run[run.length - 1] + 2; face < end && has(face); face += 1) {
      longer.push(face);
      if (longer.length < solver.longest) found.push([...longer, solver.yuca]);
    }
  }

  // Sets whose first natural card is `lowest`; with `must` only those that hold the yuca.
  function addSets(solver, counts, has, wild, must, lowest, found) {
    if (solver.identical) {
      for (let number = 3; number <= Math.min(counts[lowest], solver.packs); number += 1)
        found.push(Array(number).fill(lowest));
      return;
    }
    const others = [];
    for (let face = lowest + solver.breadth; face < solver.faces.length; face += solver.breadth)
      if (has(face)) others.push(face);
    for (let chosen = 1; chosen < 1 << others.length; chosen += 1) {
      const set = [lowest, ...others.filter((_, at) => (chosen >> at) & 1)];
      if (!must && set.length >= 3) found.push(set);
      if (wild && set.length < solver.suits) found.push([...set, solver.yuca]);
    }
  }

  // Longer first, runs before sets, then the one without the last card in which they differ.
  function inOrder(solver, one, other) {
    if (one.length !== other.length) return other.length - one.length;
    const sets = Number(isSet(solver, one)) - Number(isSet(solver, other));
    if (sets) return sets;
    const [some, others] = [one, other].map((meld) => meld.slice().sort((a, b) => b - a));
    const at = some.findIndex((face, index) => face !== others[index]);
    return at < 0 ? 0 : some[at] - others[at];
  }

  // The first layout of `codes` under the `limits`, as melds of faces in the order of their laying, or null.
  // `limits`: `stock` "off", "sets" or "all", `turned` the faces from the stock (2.7), `kept` the melds of
  // which three cards must stay together (6.6).
  function layout(solver, codes, limits) {
    const counts = new Uint8Array(solver.faces.length);
    for (const code of codes) counts[solver.numbers.get(code)] += 1;
    return lay(solver, counts, codes.length, limits, 0, new Set());
  }

  function lay(solver, counts, left, limits, together, dead) {
    if (left === 0) return together === (1 << limits.kept.length) - 1 ? [] : null;
    if (left < 3) return null;
    const key = counts.join("") + "/" + together;
    if (dead.has(key)) return null;
    const first = counts.findIndex((number) => number > 0);
    for (const meld of meldsThrough(solver, counts, first)) {
      if (!hasStockCard(solver, meld, limits)) continue;
      for (const face of meld) counts[face] -= 1;
      const rest = lay(solver, counts, left - meld.length, limits, together | keeps(meld, limits), dead);
      for (const face of meld) counts[face] += 1;
      if (rest) return [meld, ...rest];
    }
    dead.add(key);
    return null;
  }

  // 2.7: whether a meld has the card from the stock that it needs.
  function hasStockCard(solver, meld, limits) {
    if (limits.stock === "off" || (limits.stock === "sets" && !isSet(solver, meld))) return true;
    return meld.some((face) => limits.turned.has(face));
  }

  // 6.6: which of the old melds have three of their cards together in this one, as bits.
  function keeps(meld, limits) {
    let bits = 0;
    limits.kept.forEach((old, at) => {
      if (meld.filter((face) => old.has(face)).length >= 3) bits |= 1 << at;
    });
    return bits;
  }

  // What restricts the tables of `seat` once the centre card lies there.
  function limitsOf(hand, solver, seat) {
    const { sheet, centre } = hand;
    const turned = new Set(hand.turned.map((code) => solver.numbers.get(code)));
    if (centre.source === "stock") turned.add(solver.numbers.get(centre.card));
    const old = sheet.keep_three ? hand.tables[seat] : [];
    return {
      stock: sheet.group_needs_stock_card,
      turned,
      kept: old.map((meld) => new Set(meld.map((code) => solver.numbers.get(code)))),
    };
  }

  // --- 3 The deal --------------------------------------------------------------------------------------

  // 3.1: the last entry of `hand_sizes` serves all later hands.
  const handSize = (sheet, number) => sheet.hand_sizes[Math.min(number, sheet.hand_sizes.length) - 1];

  // 3.2: packets belong to hands of eight.
  function packets(sheet, size) {
    const style = { packets_4_4: [4, 4], packets_3_5: [3, 5] }[sheet.deal_style];
    return style && size === 8 ? style : Array(size).fill(1);
  }

  // The hand dealt from `deck`, and the events up to the first question. `seats` are the seats that play,
  // the dealer last, `table` is how many the table has (idle ones get no cards).
  function begin(sheet, { hand_number: number = 1, seats, deck, table = Math.max(...seats) + 1 }) {
    const rules = completed(sheet);
    const size = handSize(rules, number);
    const play = new Play(empty(rules, seats, table, size));
    const hands = play.hand.hands.map(() => []);
    let top = 0;
    for (const packet of packets(rules, size))
      for (const seat of seats) {
        hands[seat].push(...deck.slice(top, top + packet));
        top += packet;
      }
    play.tell({ type: "dealt", hands, stock: deck.slice(top) });
    if (rules.exchange) play.ask("exchange", seats[0], seats);
    else play.firstTurn();
    return play.outcome();
  }

  // 11.14: the hand that stands in a whole position, as the first entry of a fork holds it.
  function resume(sheet, position) {
    return { ...position, sheet: completed(sheet), result: null };
  }

  // The whole position of a hand, hidden cards included.
  function position(hand) {
    const { sheet, result, ...whole } = hand;
    return whole;
  }

  function empty(sheet, order, table, size) {
    const each = () => Array.from({ length: table }, () => []);
    return {
      sheet, order, hand_size: size, phase: "exchange", turn: order[0], awaited: [], answered: [],
      answers: [], hands: each(), tables: each(), stock: [], discards: [], centre: null, turned: [],
      folded: [], claim_passes: [], force_passes: [], stood: [], keeping: null, idle_turns: 0,
      result: null,
    };
  }

  // --- Who is who --------------------------------------------------------------------------------------

  const next = (hand, seat) => hand.order[(hand.order.indexOf(seat) + 1) % hand.order.length];
  const hasFolded = (hand, seat) => hand.folded.includes(seat);
  const plays = (hand, seat) => hand.order.includes(seat);
  const tableOf = (hand, seat) => [].concat(...hand.tables[seat]);
  const stands = (hand, seat, window) => hand[`${window}_passes`].includes(seat);
  const answerOf = (hand, seat) => hand.answers.filter((one) => one.seat === seat).map((one) => one.command)[0];

  // The other seats in order after `seat`.
  function othersAfter(hand, seat) {
    const at = hand.order.indexOf(seat);
    return [...hand.order.slice(at + 1), ...hand.order.slice(0, at)];
  }

  // --- 7.3, 7.5 Fits -----------------------------------------------------------------------------------

  // 7.5: whether the centre card comes from where a card must come from to be forced.
  const isFromSource = ({ sheet, centre }) => sheet.force_source !== "stock" || centre.source === "stock";

  // 7.3, 7.5: whether the centre card can be forced on the table of `seat`.
  function isForceable(hand, seat) {
    const { sheet, centre } = hand;
    if (!isFromSource(hand) || (!sheet.wild_forceable && centre.card === sheet.wild_card)) return false;
    return fits(hand, seat);
  }

  function fits(hand, seat) {
    const { sheet, centre } = hand;
    const cards = tableOf(hand, seat);
    if (cards.length === 0) return false;
    const last = cards.length === hand.hand_size; // 9.5
    if (last && sheet.last_card_from_stock && centre.source !== "stock") return false;
    const solver = solverOf(sheet);
    const limits = limitsOf(hand, solver, seat);
    if (sheet.force_rearrange) return layout(solver, [...cards, centre.card], limits) !== null;
    return hand.tables[seat].some((meld) => {
      const faces = [...meld, centre.card].map((code) => solver.numbers.get(code));
      return faultOfMeld(solver, faces) === null && hasStockCard(solver, faces, limits);
    });
  }

  // 7.2: the seats that may force the card on the seat on turn, in order.
  function forcers(hand, seat) {
    const { sheet } = hand;
    if (!sheet.force_by_opponents || !isForceable(hand, seat)) return [];
    return othersAfter(hand, seat).filter((one) => sheet.folded_may_force || !hasFolded(hand, one));
  }

  // --- How a hand goes on ------------------------------------------------------------------------------

  class Play {
    constructor(hand) {
      this.hand = hand;
      this.events = [];
      this.leaver = undefined; // who has just left the centre card, until a question says so
    }

    outcome() {
      return { hand: this.hand, events: this.events };
    }

    tell(event) {
      this.hand = evolve(this.hand, event);
      this.events.push(event);
    }

    ask(phase, turn, awaited) {
      const event = { type: "asked", phase, turn, awaited: awaited.slice() };
      if (this.leaver !== undefined) event.left_by = this.leaver;
      this.leaver = undefined;
      this.tell(event);
    }

    // 5 The first turn.
    firstTurn() {
      const first = this.hand.order[0];
      if (!this.turnCard(first)) return;
      this.ask(this.hand.sheet.first_turn === "offer" ? "offer" : "new", first, [first]);
    }

    // 4.1, 9.2: turns the top card up; false if the hand is drawn because there is none.
    turnCard(seat) {
      if (this.hand.stock.length === 0) {
        this.tell({ type: "hand-ended", termination: "tablas" });
        return false;
      }
      this.leaver = undefined;
      this.tell({ type: "card-turned", seat, card: this.hand.stock[0] });
      return true;
    }

    turnUp(seat) {
      if (!this.turnCard(seat)) return;
      this.ask("new", seat, [seat]);
      if (!hasFolded(this.hand, seat)) return;
      this.tell({ type: "passed", seat }); // 8.5: at once
      this.leave(seat);
    }

    // 8.5: the first seat from `seat` on that still plays, `seat` itself if nobody does; all where a folded
    // seat turns up its cards.
    turner(seat) {
      const { sheet, order } = this.hand;
      if (!sheet.fold_skips_turn || order.every((one) => hasFolded(this.hand, one))) return seat;
      return [seat, ...othersAfter(this.hand, seat)].find((one) => !hasFolded(this.hand, one));
    }

    // 4.2: `by` has left the centre card to the next seat; 8.5: which, having folded, passes at once, or
    // whose turn is skipped.
    leave(by) {
      const seat = next(this.hand, by);
      const folded = hasFolded(this.hand, seat);
      this.leaver = by;
      if (folded && this.hand.sheet.fold_skips_turn) this.turnUp(this.turner(next(this.hand, seat)));
      else {
        this.ask("left", seat, [seat]);
        if (!folded) return;
        this.tell({ type: "passed", seat });
        this.claims(seat);
      }
    }

    // 4.4: the seat on turn has not used the card; first the others may force it.
    decline(keeping) {
      const seat = this.hand.turn;
      const asked = forcers(this.hand, seat);
      if (asked.length) {
        // 8.3: where a card can be kept nobody sees whether the seat passed or keeps.
        if (!this.hand.sheet.keep_centre) this.tell({ type: "passed", seat });
        else this.tell({ type: "declined", seat, ...(keeping === null ? {} : { keeping }) });
        this.ask("force_window", seat, asked);
        this.giveStandingPasses();
      } else if (keeping !== null) this.keep(keeping);
      else {
        this.tell({ type: "passed", seat });
        this.passOn();
      }
    }

    passOn() {
      if (this.hand.centre.left_by === null) this.leave(this.hand.turn);
      else this.claims(this.hand.turn);
    }

    // 8.3: a keep is carried out and ends the turn without claims.
    keep(discard) {
      const seat = this.hand.turn;
      this.tell({ type: "kept", seat, card: this.hand.centre.card, discard });
      this.leave(seat);
    }

    // 8.1: the claim window, if somebody may claim.
    claims(seat) {
      const by = this.hand.centre.left_by;
      const asked = othersAfter(this.hand, seat).filter((one) => one !== by && !hasFolded(this.hand, one));
      if (!this.hand.sheet.claims || asked.length === 0) {
        this.turnUp(this.turner(seat));
        return;
      }
      this.ask("claim_window", seat, asked);
      this.giveStandingPasses();
    }

    // 8.6: once the only answers that are missing and could change something are passes that stand, they
    // are given, and the window closes.
    giveStandingPasses() {
      const window = this.hand.phase === "claim_window" ? "claim" : "force";
      const open = this.missing();
      if (!open.every((seat) => stands(this.hand, seat, window))) return;
      for (const seat of open) {
        if (window === "claim") this.tell({ type: "answered", seat, answer: { type: "pass" } });
        else this.tell({ type: "passed", seat });
      }
      this.closeWindow();
    }

    // The seats asked whose answers are missing and matter: none after the first claim (8.2).
    missing() {
      const claim = this.firstClaim();
      const after = othersAfter(this.hand, this.hand.turn);
      const before = claim === undefined ? after : after.slice(0, after.indexOf(claim));
      return before.filter((seat) => this.hand.awaited.includes(seat));
    }

    // The first seat in order whose answer is a claim.
    firstClaim() {
      const claimants = this.hand.answers.filter((one) => one.command.type === "meld").map((one) => one.seat);
      return othersAfter(this.hand, this.hand.turn).find((seat) => claimants.includes(seat));
    }

    closeWindow() {
      if (this.hand.phase === "claim_window") this.closeClaims();
      else if (this.hand.keeping !== null) this.keep(this.hand.keeping);
      else this.passOn();
    }

    // 8.2: the first claim in order wins; every seat before it has answered.
    closeClaims() {
      const seat = this.firstClaim();
      if (seat === undefined) {
        this.tell({ type: "claims-closed" });
        this.turnUp(this.turner(this.hand.turn));
      } else {
        const claim = answerOf(this.hand, seat);
        this.tell({ type: "claims-closed", seat });
        this.meld(seat, claim);
      }
    }

    // 6.4, 9.1: a meld that was judged already is laid.
    meld(seat, command) {
      const event = { type: "melded", seat, ...proposal(this.hand, seat, command) };
      if (command.discard !== undefined) event.discard = command.discard;
      this.tell(event);
      if (tableOf(this.hand, seat).length > this.hand.hand_size)
        this.tell({ type: "hand-ended", termination: "went_out", winner: seat });
      else this.leave(seat);
    }

    // 3.3: everybody has chosen, the cards go to the next seats.
    exchange() {
      const given = this.hand.hands.map((_, seat) =>
        plays(this.hand, seat) ? answerOf(this.hand, seat).card : null);
      const received = given.map(() => null);
      for (const seat of this.hand.order) received[next(this.hand, seat)] = given[seat];
      this.tell({ type: "exchanged", given, received });
      this.firstTurn();
    }
  }

  // --- 6 Melding ---------------------------------------------------------------------------------------

  // The cards a meld lays and the table afterwards, for a meld that was judged already.
  function proposal(hand, seat, command) {
    const solver = solverOf(hand.sheet);
    const own = [...tableOf(hand, seat), hand.centre.card];
    const faces = (meld) => meld.map((code) => solver.numbers.get(code));
    const codes = (meld) => shown(solver, meld).map((face) => solver.faces[face]);
    const used = command.use || without([].concat(...command.melds), own);
    const melds = command.melds
      ? command.melds.map(faces)
      : layout(solver, [...own, ...used], limitsOf(hand, solver, seat));
    return { used: canonically(solver, used), table: melds.map(codes) };
  }

  // 6.8: refuses a meld for the first of its faults.
  function judge(hand, seat, command) {
    const { sheet, centre } = hand;
    const solver = solverOf(sheet);
    const table = tableOf(hand, seat);
    const own = [...table, centre.card];
    const laid = command.melds ? [].concat(...command.melds) : [...own, ...command.use];
    const used = command.use || without(laid, own);
    if (hand.phase === "forced" && !sheet.force_extra_hand_cards)
      check(!used.some((code) => hand.hands[seat].includes(code)), "forced_no_hand_cards");
    for (const number of counted(laid).values()) check(number <= sheet.packs, "card_reused");
    // A copy of the centre card that lay on the table before is not the centre card.
    const copies = (codes) => codes.filter((code) => code === centre.card).length;
    check(copies(laid) > copies(table), "centre_not_used");
    check(within(own, laid), "table_card_lost");
    check(within(used, hand.hands[seat]), "card_not_yours");
    if (command.melds) judgeMelds(hand, solver, seat, command.melds);
    else judgeUse(hand, solver, seat, laid);
    judgeDiscard(hand, seat, used, command.discard);
  }

  function judgeMelds(hand, solver, seat, melds) {
    const limits = limitsOf(hand, solver, seat);
    const faces = melds.map((meld) => meld.map((code) => solver.numbers.get(code)));
    for (const meld of faces) {
      const fault = faultOfMeld(solver, meld);
      check(fault === null, fault);
      check(hasStockCard(solver, meld, limits), "group_no_stock_card");
    }
    const together = faces.reduce((bits, meld) => bits | keeps(meld, limits), 0);
    check(together === (1 << limits.kept.length) - 1, "group_dissolved");
  }

  // 6.7: cards that cannot be laid out, or not under the one restriction alone.
  function judgeUse(hand, solver, seat, laid) {
    const limits = limitsOf(hand, solver, seat);
    const lies = (some) => layout(solver, laid, { ...limits, ...some }) !== null;
    if (lies({})) return;
    check(lies({ stock: "off", kept: [] }), "no_layout");
    check(lies({ kept: [] }), "group_no_stock_card");
    check(lies({ stock: "off" }), "group_dissolved");
    refuse("no_layout");
  }

  function judgeDiscard(hand, seat, used, discard) {
    const { sheet, centre } = hand;
    if (tableOf(hand, seat).length + 1 + used.length > hand.hand_size) {
      check(!sheet.last_card_from_stock || centre.source === "stock", "last_card_not_stock");
      check(discard === undefined, "discard_forbidden");
      return;
    }
    check(discard !== undefined, "discard_required");
    check(without(hand.hands[seat], used).includes(discard), "discard_not_in_hand");
  }

  // --- 10 Who may act when -----------------------------------------------------------------------------

  const isText = (value) => typeof value === "string";
  const isList = (of) => (value) => Array.isArray(value) && value.every(of);
  const isFlag = (value) => typeof value === "boolean";

  // What each command names: with `needs` all of it, with `one` at least one, with `either` exactly one.
  const FORMS = {
    exchange: { names: { card: isText }, needs: ["card"] },
    meld: {
      names: { melds: isList(isList(isText)), use: isList(isText), discard: isText },
      either: ["melds", "use"],
    },
    pass: { names: {} },
    force: { names: { seat: Number.isInteger }, needs: ["seat"] },
    keep: { names: { discard: isText }, needs: ["discard"] },
    fold: { names: {} },
    standing: { names: { claim: isFlag, force: isFlag }, one: ["claim", "force"] },
  };

  // The command that a document stands for, null if it is none; what is null is not there.
  function read(document) {
    if (document === null || typeof document !== "object" || !isText(document.type)) return null;
    if (!owns(FORMS, document.type)) return null;
    const { names, needs = [], either, one } = FORMS[document.type];
    const command = { type: document.type };
    for (const [name, value] of Object.entries(document)) {
      if (name === "type" || name === "v") continue;
      if (!owns(names, name) || !(value === null || names[name](value))) return null;
      if (value !== null) command[name] = value;
    }
    const given = (some) => some.filter((name) => command[name] !== undefined).length;
    if (given(needs) < needs.length || (either && given(either) !== 1)) return null;
    return one && given(one) === 0 ? null : command;
  }

  // What the document of a command by `seat` leads to: {events}, or {refusal: code, rule: paragraph};
  // `malformed`, which is no paragraph's, for what is no command.
  function decide(hand, seat, document) {
    const play = new Play(hand);
    try {
      const command = read(document);
      check(command !== null, "malformed");
      check(Number.isInteger(seat) && seat >= 0 && seat < hand.hands.length, "seat_unknown");
      act(play, hand, seat, command);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { refusal: error.code, rule: PARAGRAPHS[error.code] || null };
    }
    return { events: play.events };
  }

  function act(play, hand, seat, command) {
    check(hand.phase !== "over", "game_over");
    if (command.type === "standing") return stand(play, hand, seat, command);
    check((command.type === "exchange") === (hand.phase === "exchange"), "wrong_phase");
    if (hand.phase === "forced") whenForced(hand, seat, command);
    return ACTS[command.type](play, hand, seat, command);
  }

  // 10.2
  function whenForced(hand, seat, command) {
    if (seat === hand.turn) check(command.type === "meld", "forced_must_meld");
    else refuse(command.type === "force" ? "force_closed" : "wrong_phase");
  }

  const inTurn = (hand) => hand.phase === "left" || hand.phase === "new";
  const inWindow = (hand) => hand.phase === "force_window" || hand.phase === "claim_window";
  const hasAnswered = (hand, seat) => hand.answered.includes(seat);

  const ACTS = {
    exchange(play, hand, seat, command) {
      check(plays(hand, seat), "wrong_phase");
      check(!hasAnswered(hand, seat), "already_passed");
      check(hand.hands[seat].includes(command.card), "card_not_in_hand");
      play.tell({ type: "answered", seat, answer: command });
      if (play.hand.awaited.length === 0) play.exchange();
    },

    meld(play, hand, seat, command) {
      if (!hand.awaited.includes(seat) || hand.phase === "force_window") unasked(hand, seat);
      judge(hand, seat, command);
      if (hand.phase !== "claim_window") play.meld(seat, command);
      else answerClaim(play, seat, command);
    },

    pass(play, hand, seat, command) {
      if (inWindow(hand)) {
        check(!hasAnswered(hand, seat), "already_answered");
        check(hand.awaited.includes(seat), "wrong_phase");
      } else check(hand.awaited.includes(seat), "not_your_turn");
      if (hand.phase === "claim_window") answerClaim(play, seat, command);
      else if (hand.phase === "force_window") passForce(play, seat);
      else if (hand.phase === "offer") passOffer(play, seat);
      else play.decline(null);
    },

    force(play, hand, seat, command) {
      if (seat === hand.turn) forceInTurn(hand, seat, command);
      else {
        check(hand.phase !== "force_window" || !hasAnswered(hand, seat), "already_answered");
        check(hand.phase === "force_window" && hand.awaited.includes(seat), "force_closed");
        check(command.seat === hand.turn, "force_target");
      }
      play.tell({ type: "forced", by: seat, seat: command.seat });
      play.ask("forced", command.seat, [command.seat]);
    },

    keep(play, hand, seat, command) {
      check(hand.sheet.keep_centre, "keep_forbidden");
      check(seat === hand.turn, "not_your_turn");
      check(inTurn(hand), "wrong_phase");
      check(hand.phase === "new" || !isIdle(hand), "keep_forbidden");
      check(command.discard !== hand.centre.card, "keep_discard_same");
      check(hand.hands[seat].includes(command.discard), "discard_not_in_hand");
      play.decline(command.discard);
    },

    fold(play, hand, seat) {
      check(hand.sheet.fold, "fold_not_allowed");
      check(!hasFolded(hand, seat), "already_folded");
      check(seat === hand.turn, "not_your_turn");
      check(inTurn(hand), "wrong_phase");
      check(hand.tables[seat].length === 0, "fold_not_allowed");
      play.tell({ type: "folded", seat });
      play.passOn();
    },
  };

  // 10.3
  function unasked(hand, seat) {
    check(seat !== hand.turn, "wrong_phase");
    if (hand.phase === "claim_window") {
      check(!hasAnswered(hand, seat), "already_answered");
      check(seat !== hand.centre.left_by, "claim_own_card");
    }
    refuse(hand.sheet.claims ? "claim_closed" : "not_your_turn");
  }

  // 10.5, by the seat on turn.
  function forceInTurn(hand, seat, command) {
    check(hand.sheet.force_by_turn_player, "force_target");
    check(command.seat !== seat && plays(hand, command.seat), "force_target");
    check(isFromSource(hand), "force_source");
    check(isForceable(hand, command.seat), "force_no_fit");
    check(inTurn(hand), "wrong_phase");
  }

  // 8.4: whether so many turns have brought neither a stock card nor a meld that nobody keeps a left card.
  function isIdle(hand) {
    const limit = hand.sheet.keep_turn_limit;
    return hand.idle_turns >= (limit === null ? 2 * hand.order.length : limit);
  }

  function answerClaim(play, seat, command) {
    play.tell({ type: "answered", seat, answer: command });
    play.giveStandingPasses();
  }

  function passForce(play, seat) {
    play.tell({ type: "passed", seat });
    play.giveStandingPasses();
  }

  // 5.1
  function passOffer(play, seat) {
    play.tell({ type: "passed", seat });
    const seats = play.hand.order;
    if (seat === seats[seats.length - 1]) play.turnUp(seat);
    else play.ask("offer", next(play.hand, seat), [next(play.hand, seat)]);
  }

  // 8.6
  const STANDING_CHANGES = 20;

  function stand(play, hand, seat, command) {
    const { sheet } = hand;
    check(plays(hand, seat), "wrong_phase");
    check(command.claim === undefined || sheet.claims, "claim_closed");
    check(command.force === undefined || sheet.force_by_opponents, "force_closed");
    const wanted = {};
    for (const window of ["claim", "force"]) {
      const now = stands(hand, seat, window);
      wanted[window] = command[window] === undefined ? now : command[window];
    }
    const changes = ["claim", "force"].some((window) => wanted[window] !== stands(hand, seat, window));
    const before = hand.stood.filter((one) => one === seat).length;
    check(changes && before < STANDING_CHANGES, "already_standing");
    play.tell({ type: "standing-changed", seat, ...wanted });
    if (inWindow(play.hand)) play.giveStandingPasses();
  }

  // --- evolve ------------------------------------------------------------------------------------------

  const restrictsMelds = (sheet) => sheet.keep_three || sheet.group_needs_stock_card !== "off";
  const put = (list, at, value) => list.map((item, index) => (index === at ? value : item));

  const answeredBy = (hand, seat) => ({
    ...hand,
    awaited: hand.awaited.filter((one) => one !== seat),
    answered: [...hand.answered, seat],
  });

  const EVOLVE = {
    dealt: (hand, event) => ({ ...hand, hands: event.hands, stock: event.stock }),
    restocked: (hand, event) => ({ ...hand, stock: event.stock }),
    asked(hand, event) {
      const centre = event.left_by === undefined ? hand.centre : { ...hand.centre, left_by: event.left_by };
      const { phase, turn, awaited } = event;
      return { ...hand, phase, turn, awaited, answered: [], answers: [], centre };
    },
    answered: (hand, event) => ({
      ...answeredBy(hand, event.seat),
      answers: [...hand.answers, { seat: event.seat, command: event.answer }],
    }),
    exchanged: (hand, event) => ({
      ...hand,
      hands: hand.hands.map((cards, seat) =>
        plays(hand, seat) ? [...without(cards, [event.given[seat]]), event.received[seat]] : cards),
    }),
    "card-turned": (hand, event) => ({
      ...hand,
      idle_turns: 0,
      stock: hand.stock.slice(1),
      discards: hand.centre ? [...hand.discards, hand.centre.card] : hand.discards,
      centre: { card: event.card, source: "stock", left_by: null },
    }),
    passed: (hand, event) => answeredBy(hand, event.seat),
    declined: (hand, event) => ({ ...hand, keeping: event.keeping === undefined ? null : event.keeping }),
    melded(hand, event) {
      const { seat, discard } = event;
      const gone = discard === undefined ? event.used : [...event.used, discard];
      const { card, source } = hand.centre;
      return {
        ...hand,
        idle_turns: 0,
        keeping: null,
        hands: put(hand.hands, seat, without(hand.hands[seat], gone)),
        tables: put(hand.tables, seat, event.table),
        turned: source === "stock" && restrictsMelds(hand.sheet) ? [...hand.turned, card] : hand.turned,
        centre: discard === undefined ? null : { card: discard, source: "discard", left_by: null },
      };
    },
    forced: (hand) => ({ ...hand, keeping: null }),
    kept(hand, event) {
      const { seat, card, discard } = event;
      return {
        ...hand,
        idle_turns: hand.centre.left_by === null ? 0 : hand.idle_turns + 1,
        keeping: null,
        hands: put(hand.hands, seat, [...without(hand.hands[seat], [discard]), card]),
        centre: { card: discard, source: "discard", left_by: null },
      };
    },
    folded: (hand, event) => ({ ...hand, folded: [...hand.folded, event.seat] }),
    "standing-changed"(hand, event) {
      const { seat, claim, force } = event;
      const passes = (seats, stands) => [...seats.filter((one) => one !== seat), ...(stands ? [seat] : [])];
      return {
        ...hand,
        claim_passes: passes(hand.claim_passes, claim),
        force_passes: passes(hand.force_passes, force),
        stood: [...hand.stood, seat],
      };
    },
    "claims-closed": (hand) => hand,
    "hand-ended"(hand, event) {
      const winner = event.winner === undefined ? null : event.winner;
      const result = { termination: event.termination, winner };
      return { ...hand, phase: "over", awaited: [], answered: [], answers: [], result };
    },
  };

  function evolve(hand, event) {
    return EVOLVE[event.type](hand, event);
  }

  // --- legal -------------------------------------------------------------------------------------------

  // Every command that `seat` may give now, melds in the `use` form: each set of hand cards with each discard.
  function legal(hand, seat) {
    if (!hand.awaited.includes(seat)) return [];
    const held = distinct(hand.hands[seat]);
    if (hand.phase === "exchange") return held.map((card) => ({ type: "exchange", card }));
    if (hand.phase === "force_window") return [{ type: "force", seat: hand.turn }, { type: "pass" }];
    const melds = legalMelds(hand, seat);
    return hand.phase === "forced" ? melds : [...melds, ...othersOf(hand, seat), { type: "pass" }];
  }

  // The other commands worth a trial: `decide` says which of them are lawful.
  function othersOf(hand, seat) {
    const forces = hand.order.map((one) => ({ type: "force", seat: one }));
    const keeps = distinct(hand.hands[seat]).map((discard) => ({ type: "keep", discard }));
    return [...forces, ...keeps, { type: "fold" }].filter((command) => decide(hand, seat, command).events);
  }

  function legalMelds(hand, seat) {
    const melds = [];
    for (const use of layable(hand, seat)) {
      const rest = without(hand.hands[seat], use);
      if (tableOf(hand, seat).length + 1 + use.length > hand.hand_size) melds.push({ type: "meld", use });
      else for (const discard of distinct(rest)) melds.push({ type: "meld", use, discard });
    }
    return melds;
  }

  const distinct = (codes) => [...new Set(codes)];

  // The different sets of hand cards that `seat` may lay with the centre card, the empty one included.
  function layable(hand, seat) {
    const solver = solverOf(hand.sheet);
    const own = [...tableOf(hand, seat), hand.centre.card];
    const limits = limitsOf(hand, solver, seat);
    const bound = hand.phase === "forced" && !hand.sheet.force_extra_hand_cards;
    const lies = (use) => {
      const last = own.length + use.length > hand.hand_size;
      if (last && hand.sheet.last_card_from_stock && hand.centre.source !== "stock") return false;
      return layout(solver, [...own, ...use], limits) !== null;
    };
    return subsets(canonically(solver, bound ? [] : hand.hands[seat])).filter(lies);
  }

  // The different sub-multisets of sorted `codes`.
  function subsets(codes) {
    let found = [[]];
    for (const [code, number] of counted(codes)) {
      const copies = Array.from({ length: number + 1 }, (_, chosen) => Array(chosen).fill(code));
      found = [].concat(...found.map((chosen) => copies.map((more) => [...chosen, ...more])));
    }
    return found;
  }

  // 11.8: what the service answers for `seat` when its time has passed.
  function standIn(hand, seat) {
    const held = hand.hands[seat];
    if (hand.phase === "exchange") return { type: "exchange", card: held[held.length - 1] };
    if (hand.phase !== "forced") return { type: "pass" };
    const out = tableOf(hand, seat).length + 1 > hand.hand_size;
    return { type: "meld", use: [], ...(out ? {} : { discard: held[held.length - 1] }) };
  }

  // --- 3.5, 3.6, 9.3, 9.4: between hands -----------------------------------------------------------------

  const isOver = (hand) => hand.result !== null;
  const winner = (hand) => (hand.result ? hand.result.winner : null);
  const awaited = (hand) => hand.awaited;

  const WORTH = { O: 1, C: 2, E: 3, B: 4 };
  const PAY_RANKS = ["1", "3", "5", "7", "10", "12"];

  // 9.3: the worth of the pay cards among `codes`.
  function worth(codes) {
    const paid = codes.filter((code) => PAY_RANKS.includes(code.slice(0, -1)));
    return paid.reduce((sum, code) => sum + WORTH[code.slice(-1)], 0);
  }

  // What every seat of the table wins (or, negative, pays) for a hand that is over.
  function payments(hand, stakeNow) {
    const amounts = hand.hands.map(() => 0);
    const won = winner(hand);
    if (won === null) return amounts;
    const { teams, payment } = hand.sheet;
    const due = payment === "pay_cards" ? worth(tableOf(hand, won)) : stakeNow;
    const sameSide = (seat) => (teams ? seat % teams === won % teams : seat === won);
    const losers = hand.order.filter((seat) => !sameSide(seat));
    const winners = hand.order.filter(sameSide);
    for (const seat of losers) amounts[seat] = 0 - due;
    for (const seat of winners) amounts[seat] = (due * losers.length) / winners.length;
    return amounts;
  }

  // 9.4: the stake of a hand after `drawn` drawn hands in a row.
  function stake(sheet, drawn) {
    const rules = completed(sheet);
    const factors = {
      same: 1,
      double: drawn > 0 ? 2 : 1,
      double_compound: 2 ** Math.min(drawn, 20),
      carry: drawn + 1,
    };
    return rules.stake * factors[rules.draw_stake];
  }

  // 3.5: who deals the next hand unless the table has chosen; `playing` are the seats that play it.
  function nextDealer(sheet, dealer, won, playing) {
    if (sheet.next_dealer === "winner_leads" && playing.includes(won))
      return playing[(playing.indexOf(won) + playing.length - 1) % playing.length];
    const after = playing.filter((seat) => seat > dealer);
    return after.length ? Math.min(...after) : Math.min(...playing);
  }

  // 3.6: who sits out the next hand, as a list; `idle` sat out this one, `seats` are all of the table.
  function nextIdle(sheet, idle, won, seats) {
    if (idle.length === 0) return [];
    if (sheet.sits_out === "loser" && won !== null) {
      return seats.filter((seat) => seat !== won && !idle.includes(seat)).slice(0, idle.length);
    }
    return idle.map((seat) => (seat + 1) % seats.length);
  }

  // --- The variants and the scenario files -----------------------------------------------------------------

  const american = {
    pack: "french40", hand_sizes: [10], exchange: false, run_max: 8, first_turn: "plain",
    force_by_turn_player: false, waste: "face_down", pile_browsable: false,
  };
  const paco = {
    packs: 5, players_max: 12, hand_sizes: [10], set_kind: "identical", first_turn: "plain",
    payment: "pay_cards",
  };

  // 1.5: the rows of the table of variants, by what they change in a plain sheet.
  const VARIANTS = {
    "mexican-3": { players_min: 3, players_max: 3 },
    "mexican-2": { hand_sizes: [9] },
    paco,
    "paco-teams": { ...paco, players_min: 4, teams: 2 },
    "north-american": { ...american, fold: true },
    "foster-numeral": { ...american, pack: "numeral40", fold: true },
    "encyclopedia-es": american,
    "french-page": {
      ...american, fold: true, force_source: "stock", group_needs_stock_card: "sets", keep_three: true,
      last_card_from_stock: true, draw_stake: "carry",
    },
    "caesars-conquian": {
      ...american, direction: "clockwise", hand_sizes: [9], house_charge: 2,
    },
    "navajo-tens": {
      pack: "french40", packs: 2, players_max: 7, direction: "clockwise", hand_sizes: [10],
      exchange: false, claims: true,
    },
    "four-deal": { pack: "french52", hand_sizes: [8, 9, 10, 11], deals: 4 },
  };

  // The sheet of a variant with the options that a scenario names.
  function sheetOf(variant, options) {
    if (!owns(VARIANTS, variant)) throw new Error(`unknown variant ${variant}`);
    const sheet = { ...completed(VARIANTS[variant]), variant };
    for (const [name, value] of Object.entries(options)) {
      if (name === "hand_size") sheet.hand_sizes = [value];
      else if (name === "me_sirve") sheet.claims = value;
      else if (owns(PLAIN, name)) sheet[name] = value;
      else throw new Error(`unknown option ${name}`);
    }
    if (variant === "four-deal" && sheet.pack === "spanish40") sheet.packs = 2;
    return sheet;
  }

  const POSITION = [
    "hand_number", "players", "dealer", "phase", "to_act", "centre", "hands", "tables",
    "hands_that_do_not_matter", "stock", "dead", "table_cards_that_came_from_the_stock", "folded",
    "legal_melds_before",
  ];

  // The hand that stands in the position of a scenario.
  function positioned(scenario) {
    const { position } = scenario;
    const strange = Object.keys(position).find((name) => !POSITION.includes(name));
    if (strange !== undefined) throw new Error(`unknown field ${strange}`);
    const sheet = sheetOf(scenario.variant, scenario.options);
    const seats = Array.from({ length: position.players }, (_, seat) => seat);
    const hand = {
      ...empty(sheet, seats, position.players, handSize(sheet, position.hand_number || 1)),
      phase: position.phase, turn: position.to_act, hands: position.hands, tables: position.tables,
      stock: position.stock, discards: position.dead, centre: position.centre,
      turned: position.table_cards_that_came_from_the_stock || [], folded: position.folded || [],
    };
    const asked = {
      force_window: othersAfter(hand, hand.turn),
      claim_window: othersAfter(hand, hand.turn).filter((seat) => seat !== hand.centre.left_by),
    }[hand.phase] || [hand.turn];
    return { ...hand, awaited: asked };
  }

  // What of a scenario does not come out as it says, as sentences; none if all does.
  function differences(scenario) {
    const found = [];
    let hand = positioned(scenario);
    const expect = (what, wanted, got) => {
      if (JSON.stringify(wanted) !== JSON.stringify(got))
        found.push(`${what}: ${JSON.stringify(wanted)} expected, ${JSON.stringify(got)} found`);
    };
    const { legal_melds_before: before } = scenario;
    if (before !== undefined) expect("legal melds before", before, layable(hand, hand.turn).length);
    scenario.steps.forEach((step, at) => {
      const { events, refusal } = decide(hand, step.seat, step.command);
      expect(`step ${at + 1}`, step.accepted ? "accepted" : step.reason, events ? "accepted" : refusal);
      if (events) hand = events.reduce(evolve, hand);
    });
    for (const [name, wanted] of Object.entries(scenario.then)) expect(name, ...THEN[name](wanted, hand));
    return found;
  }

  const sortedBag = (codes) => codes.slice().sort();
  const sortedMelds = (melds) => melds.map((meld) => sortedBag(meld).join(" ")).sort();
  const bySeat = (wanted, places, sort) => [
    Object.entries(wanted).map(([seat, cards]) => [Number(seat), sort(cards)]),
    Object.keys(wanted).map((seat) => [Number(seat), sort(places[seat])]),
  ];

  // What `then` may say: for each field what is wanted and what the hand has, in comparable form.
  const THEN = {
    phase: (wanted, hand) => [wanted, hand.phase],
    to_act: (wanted, hand) => [wanted, hand.turn],
    centre: (wanted, hand) => [wanted, hand.centre && hand.centre.card],
    hands: (wanted, hand) => bySeat(wanted, hand.hands, sortedBag),
    tables: (wanted, hand) => bySeat(wanted, hand.tables, sortedMelds),
    dead_includes: (wanted, hand) => [true, within([].concat(wanted), hand.discards)],
    legal_melds: (wanted, hand) => [wanted, layable(hand, hand.turn).length],
    result: (wanted, hand) => [wanted, RESULTS(hand.result, wanted)],
  };

  // The result in the words of the scenario files.
  const RESULTS = (result, wanted) =>
    result && Object.fromEntries(Object.keys(wanted).map((name) => [name, result[name]]));

  // Runs the scenarios of one file: how many there are, and by id what differs.
  function vectors(file) {
    const failures = [];
    for (const scenario of file.scenarios) {
      let found;
      try {
        found = differences(scenario);
      } catch (error) {
        found = [error.message];
      }
      if (found.length) failures.push({ id: scenario.id, differs: found });
    }
    return { scenarios: file.scenarios.length, failures };
  }

  return {
    begin, resume, position, read, decide, evolve, legal, layable, standIn, isOver, winner, awaited,
    payments, stake, nextDealer, nextIdle, handSize, completed, empty, sameBag, sheetOf, vectors, VARIANTS,
  };
})();

// While this part stands alone: the verifier that holds it exports it as `Rules`.
if (typeof module === "object") module.exports = Rules;
