// The shapes on the wire, as docs/protocol.md gives them. Types only: nothing here runs.

/** @typedef {{edition: string, paragraph: string, reading?: string | null}} Citation */
/** @typedef {{field: string, kind: "money"|"integer"|"choice"|"cards"|"text", minimum: number, maximum: number, step: number, choices: string[], labels: string[], destinations?: string[], unseen?: number, settled?: number, other_than?: number, start?: number}} Ask */
/** @typedef {{command: string, words: string, citations: Citation[], fixed: Record<string, any>, asks: Ask[], group: "play"|"irregularity"|"house", costs: number, purpose: string, spot: string, place: number|null, label: string, words_here?: string, words_anywhere?: string, warning?: string}} Option */
/** @typedef {{key: string, role: string, question: string, choices: string[], citations: Citation[], seat: number|null, is_yours: boolean}} Decision */
/** @typedef {{places: number[], ends_at: number, seconds: number}} Clock */
/** @typedef {{name: string, words: string, value: string, paragraphs: string[]}} Sign */
/** @typedef {{place: number, player: string, name: string, is_bot: boolean, is_away: boolean, is_connected: boolean, is_leaving?: boolean}} SeatLine */
/** What anybody sees across the room. @typedef {{cards: string[], chips: number, awaited: number[], said: string}} Felt */
/**
 * @typedef {object} TableLine
 * @property {string} id @property {string} title @property {string} game @property {string} edition
 * @property {"open"|"paused"|"closing"|"closed"|"interrupted"} status
 * @property {boolean} is_practice @property {string|null} owner
 * @property {"auto"|"person"} dealer @property {string|null} dealer_name
 * @property {Sign[]} signage @property {Record<string, string>} settings
 * @property {{edition: string, settings: Record<string, string>, signage: Sign[]} | null} [next_rules] @property {number} [bots]
 * @property {number} places @property {string} place_word @property {string} stakes
 * @property {SeatLine[]} seats @property {string[]} waiting
 * @property {{course: string, words: string, citations: Citation[], role: string, confirm_by: number} | null} [held] after a restart
 * @property {number} rounds_per_hour @property {number} rounds
 * @property {string|null} link @property {number|null} meter @property {number} seq @property {number} decisions
 */
/** @typedef {{id: string|null, name: string, role: string, place: number|null, is_connected: boolean, is_leaving?: boolean, waiting?: number|null}} You */
/** @typedef {{source: string, target: string, cents: number, source_words: string, target_words: string}} Transfer */
/**
 * @typedef {object} Happening
 * @property {number} seq @property {number} at @property {{id: string, name: string, role: string}} by
 * @property {string} command @property {string|null} round @property {string} words @property {string} [said] by name
 * @property {Record<string, any>} event @property {Citation[]} citations @property {Transfer[]} transfers
 * @property {boolean} is_system_decision @property {boolean} is_void @property {boolean} ends_round @property {number|null} empties
 * @property {{place: number, words: string} | null} [aside] what can stand beside a place
 */
/**
 * @typedef {object} Scene
 * @property {number} seq @property {TableLine} table @property {You} you @property {any} view
 * @property {Option[]} options @property {Decision[]} decisions @property {Clock|null} clock
 * @property {number[]} awaited @property {string|null} round @property {number} at
 */
/** @typedef {{words: string, citations: Citation[], transfers: Transfer[], event: Record<string, any>}} ForeseenEvent */
/** @typedef {{events: ForeseenEvent[], players: {place: number, player: string, name: string, before: number, after: number}[], decisions: Decision[], places: {place: number, pays: number, takes: number}[]}} Preview */
/** @typedef {{code: string, reason: string, citations: Citation[]}} Refusal */
/** @typedef {{id: string, name: string, roles: string[], is_demo: boolean, has_password: boolean, has_second_factor: boolean, balance: number, expires_at: number}} Me */
/** @typedef {{number: number, at: number, table: string, round: string, box: number, player: string | null, hand: string, percent: number | null, amount: number, display_before: number, display_after: number}} Hit */
/** @typedef {{id: string, title: string, game: string, display: number, reserve: number, status: "open"|"fault", course: string, tables: string[], hits: Hit[], at: number, checking: number}} Jackpot */

export {};
