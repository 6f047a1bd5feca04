// Written by `python -m tests.typescript` from what the server sends: not by hand.

export type Code = "malformed" | "sign_in" | "cross_site" | "not_allowed" | "not_found" | "stale" | "refused" | "too_large" | "too_many" | "fault" | "unavailable";

/** What comes over the table socket. */
export type FromTable = Snapshot | Events | Ack | NextShuffle | RefusedMessage | Preview | Notice | SessionTold | Pong;
/** What a viewer knows of a table, kept together from what came. */
export type Scene = Omit<Snapshot, "type" | "past">;

/** What a viewer may know of a table, by game. */
export interface Views {
  "rws-poker": PokerView;
  "rws-multilink": MultilinkView;
  "mbs-freebet": FreebetView;
}

export interface GET {
  "/api/approvals": {body: undefined; answer: Array<ApprovalLine>};
  "/api/cage": {body: undefined; answer: CagePage};
  "/api/cage/slips": {body: undefined; answer: Array<SlipLine>};
  "/api/cashier/quote": {body: undefined; answer: Quote};
  "/api/decisions": {body: undefined; answer: Array<WaitingDecision>};
  "/api/editions": {body: undefined; answer: Array<EditionLine>};
  "/api/editions/*": {body: undefined; answer: EditionPage};
  "/api/editions/*/changes/*": {body: undefined; answer: Comparison};
  "/api/editions/*/paragraphs/*": {body: undefined; answer: ParagraphWithNeighbours};
  "/api/games": {body: undefined; answer: Array<GameLine>};
  "/api/interruptions": {body: undefined; answer: Array<InterruptionLine>};
  "/api/jackpots": {body: undefined; answer: Array<Jackpot>};
  "/api/jackpots/*": {body: undefined; answer: Jackpot};
  "/api/jackpots/*/options": {body: undefined; answer: LinkOptions};
  "/api/jackpots/*/reconciliation": {body: undefined; answer: ReconciliationPage};
  "/api/jackpots/*/stream": {body: undefined; answer: string};
  "/api/lab/*": {body: undefined; answer: LabAnswer};
  "/api/lab/*/counting": {body: undefined; answer: LabCounter};
  "/api/lab/*/knobs": {body: undefined; answer: Array<Knob>};
  "/api/lab/*/weak-spots": {body: undefined; answer: Section};
  "/api/learning": {body: undefined; answer: Learned};
  "/api/lobby": {body: undefined; answer: Lobby};
  "/api/me": {body: undefined; answer: Me};
  "/api/me/limits": {body: undefined; answer: OwnLimits};
  "/api/me/sessions": {body: undefined; answer: Array<SessionLine>};
  "/api/me/sign-ins": {body: undefined; answer: Array<OwnSession>};
  "/api/people": {body: undefined; answer: Array<PersonLine>};
  "/api/people/*/limits": {body: undefined; answer: OwnLimits};
  "/api/people/*/sessions": {body: undefined; answer: Array<SessionLine>};
  "/api/people/*/statement": {body: undefined; answer: Statement};
  "/api/people/*/statement.csv": {body: undefined; answer: string};
  "/api/positions/first/*": {body: undefined; answer: Array<FirstHandLine>};
  "/api/program": {body: undefined; answer: Program};
  "/api/ratings": {body: undefined; answer: Ratings};
  "/api/receipts": {body: undefined; answer: Array<ReceiptLine>};
  "/api/reports/day": {body: undefined; answer: Array<TableDay>};
  "/api/reports/drift": {body: undefined; answer: Array<HoldLine>};
  "/api/reports/hold": {body: undefined; answer: Hold};
  "/api/reports/hold.csv": {body: undefined; answer: string};
  "/api/reports/hold.xlsx": {body: undefined; answer: string};
  "/api/reports/significant": {body: undefined; answer: Array<SignificantLine>};
  "/api/reports/trial-balance": {body: undefined; answer: TrialBalance};
  "/api/reviews": {body: undefined; answer: Reviewed};
  "/api/reviews/*": {body: undefined; answer: RoundReview | null};
  "/api/rounds": {body: undefined; answer: FoundRounds};
  "/api/rounds/*": {body: undefined; answer: RoundPage};
  "/api/rounds/*/export": {body: undefined; answer: string};
  "/api/rounds/*/fairness": {body: undefined; answer: RoundFairness};
  "/api/rounds/*/replay": {body: undefined; answer: ReplayStep};
  "/api/rounds/*/verify": {body: undefined; answer: Verified};
  "/api/rulings/*": {body: undefined; answer: Rulings};
  "/api/services": {body: undefined; answer: Array<ServiceLine>};
  "/api/sign-on": {body: undefined; answer: string};
  "/api/sign-on/answer": {body: undefined; answer: string};
  "/api/slips/*": {body: undefined; answer: SlipPage};
  "/api/staff": {body: undefined; answer: StaffPage};
  "/api/staff/handover": {body: undefined; answer: Handover};
  "/api/staff/logbook": {body: undefined; answer: Array<EntryLine>};
  "/api/statement": {body: undefined; answer: Statement};
  "/api/statement.csv": {body: undefined; answer: string};
  "/api/stuck": {body: undefined; answer: Array<StuckTable>};
  "/api/tables/*": {body: undefined; answer: TableLine};
  "/api/tables/*/advice": {body: undefined; answer: Advised};
  "/api/tables/*/arrivals": {body: undefined; answer: Array<Arrival>};
  "/api/tables/*/attendance": {body: undefined; answer: Array<Attendance>};
  "/api/tables/*/patrons": {body: undefined; answer: Array<Patron>};
  "/api/tables/*/position": {body: undefined; answer: Position};
  "/api/tables/*/snapshot": {body: undefined; answer: Snapshot};
  "/api/tables/*/waiting": {body: undefined; answer: WaitingList};
}

export interface POST {
  "/api/approvals/*/confirm": {body: undefined; answer: ApprovalLine};
  "/api/approvals/*/refuse": {body: Reason; answer: ApprovalLine};
  "/api/cage/sets": {body: NewChipSet; answer: CagePage};
  "/api/cage/sets/*/stock": {body: Stock; answer: CagePage};
  "/api/cage/transfers/*/approve": {body: undefined; answer: CagePage};
  "/api/cage/transfers/*/hand-over": {body: undefined; answer: Done};
  "/api/cage/transfers/*/receive": {body: undefined; answer: CagePage};
  "/api/cage/transfers/*/refuse": {body: Reason; answer: CagePage};
  "/api/demo": {body: DemoName; answer: Entered};
  "/api/interruptions/*": {body: Course; answer: null};
  "/api/invitations/*": {body: Credentials; answer: Entered};
  "/api/jackpots": {body: NewJackpot; answer: Jackpot};
  "/api/jackpots/*/commands": {body: LinkCommand; answer: LinkAck};
  "/api/me/exclusion": {body: NewExclusion; answer: OwnLimits};
  "/api/me/second-factor": {body: undefined; answer: NewSecondFactor};
  "/api/me/second-factor/remove": {body: RemoveSecondFactor; answer: null};
  "/api/people": {body: Roles; answer: Invitation};
  "/api/people/*/deposit": {body: Deposit; answer: Booked};
  "/api/people/*/lock": {body: Reason; answer: PersonLine};
  "/api/people/*/password": {body: undefined; answer: Invitation};
  "/api/people/*/second-factor/remove": {body: undefined; answer: PersonLine};
  "/api/people/*/sign-out": {body: undefined; answer: PersonLine};
  "/api/people/*/unlock": {body: undefined; answer: PersonLine};
  "/api/positions": {body: Situation; answer: Played};
  "/api/receipts/*/reverse": {body: Reason; answer: Booked};
  "/api/reports/audit": {body: undefined; answer: AuditReport};
  "/api/services": {body: NewService; answer: ServiceLine};
  "/api/services/*/keys": {body: NewKey; answer: MadeKey};
  "/api/session": {body: Credentials; answer: Entered};
  "/api/session/renewal": {body: Renewal; answer: Me};
  "/api/staff/duties": {body: NewDuty; answer: StaffPage};
  "/api/staff/duties/drop": {body: OldDuty; answer: StaffPage};
  "/api/staff/logbook": {body: NewEntry; answer: StaffPage};
  "/api/tables": {body: NewTable; answer: TableLine};
  "/api/tables/*/box": {body: BoxCount; answer: Done};
  "/api/tables/*/chips": {body: Wanted; answer: Done};
  "/api/tables/*/close": {body: Reason; answer: TableLine};
  "/api/tables/*/colour-up": {body: ColourUp; answer: Done};
  "/api/tables/*/commands": {body: CommandBody; answer: Ack};
  "/api/tables/*/count": {body: Count; answer: Done};
  "/api/tables/*/drop": {body: Drop; answer: Done};
  "/api/tables/*/float": {body: Float; answer: Done};
  "/api/tables/*/pause": {body: Reason; answer: TableLine};
  "/api/tables/*/preview": {body: PreviewBody; answer: Preview};
  "/api/tables/*/relocations": {body: Relocation; answer: Seated};
  "/api/tables/*/resume": {body: undefined; answer: TableLine};
  "/api/tables/*/seat": {body: TakeSeat; answer: Seat};
  "/api/tables/*/waiting": {body: undefined; answer: ApiPosition};
  "/api/tables/*/waiting/*/seat": {body: GiveSeat; answer: Seated};
}

export interface PUT {
  "/api/learning/*": {body: LessonAnswer; answer: Box};
  "/api/me/limits": {body: NewLimit; answer: OwnLimits};
  "/api/me/password": {body: NewPassword; answer: null};
  "/api/me/second-factor": {body: SetSecondFactor; answer: RecoveryCodes};
  "/api/people/*/roles": {body: Roles; answer: PersonLine};
  "/api/tables/*/bots": {body: BotCount; answer: TableLine};
  "/api/tables/*/dealer": {body: DealerMode; answer: TableLine};
  "/api/tables/*/rules": {body: NewRules; answer: TableLine};
  "/api/tables/*/seat": {body: OtherSeat; answer: Seat};
}

export interface DELETE {
  "/api/me/sign-ins/*": {body: undefined; answer: null};
  "/api/services/*/keys/*": {body: undefined; answer: null};
  "/api/session": {body: undefined; answer: null};
  "/api/tables/*/leaving": {body: undefined; answer: Leaving};
  "/api/tables/*/seat": {body: undefined; answer: Leaving};
  "/api/tables/*/waiting": {body: undefined; answer: null};
  "/api/tables/*/waiting/*": {body: undefined; answer: null};
}

export interface AccountLine {
  account: string;
  cents: number;
  words: string;
}

export interface Ack {
  type: "ack";
  id: string;
  seq: number;
}

export interface Advised {
  words: string;
  unit: string;
  unit_cents: number;
  choices: Array<Choice>;
  facts: Array<Fact>;
  method: string;
  is_exact: boolean;
  citations: Array<Citation>;
  seq: number;
}

export interface Answer {
  seen: string;
  paragraphs: Array<string>;
  cards: Array<string>;
  staked: number;
  follows: Follows;
  asks: Array<Asked>;
  position: string;
}

export interface ApiPosition {
  position: number;
}

export interface ApprovalLine {
  id: string;
  kind: string;
  words: string;
  reason: string;
  role: Role;
  by: string;
  by_name: string;
  at: number;
  expires_at: number;
  status: "confirmed" | "done" | "expired" | "failed" | "refused" | "waiting" | "withdrawn";
  second: string;
  second_name: string;
  answer: string;
  is_yours: boolean;
}

export interface AreaView {
  controller: number | null;
  wagers: Array<WagerView>;
  sides: Array<SideWager>;
  insurances: Array<Insurance>;
  hands: Array<HandView>;
}

export interface Arrival {
  player: string;
  name: string;
  source: string;
  source_title: string;
  chips: number;
  left_at: number;
}

export interface Aside {
  place: number;
  words: string;
}

export interface Ask {
  field: string;
  kind: "cards" | "choice" | "integer" | "money" | "text";
  minimum: number;
  maximum: number;
  step: number;
  choices: Array<string>;
  label: string;
  labels: Array<string>;
  destinations: Array<Destination>;
  unseen: number;
  settled: number;
  other_than: number;
}

export interface AskPreview {
  type: "preview";
  id: string;
  command: Record<string, any>;
}

export interface AskShuffle {
  type: "next_shuffle";
  id: string;
}

export interface Asked {
  role: Role;
  place: number | null;
  question: string;
  paragraphs: Array<string>;
  choices: Array<Ruled>;
}

export interface Attendance {
  place: number;
  player: string;
  name: string;
  last_acted: number | null;
}

export interface AuditReport {
  is_good: boolean;
  events: number;
  entries: number;
  tables: number;
  rounds: number;
  head: string;
  findings: Array<string>;
  notes: Array<string>;
}

export interface Balance {
  place: number;
  player: string;
  name: string;
  before: number;
  after: number;
  bought: number;
  cashed: number;
  won: number;
}

export interface Booked {
  balance: number;
  entry: number;
  at: number;
  is_repeat: boolean;
}

export interface BotCount {
  count: number;
}

export interface Box {
  box: number;
  due: number;
}

export interface BoxCount {
  cents: number;
  reason?: string;
}

export interface BoxLine {
  table: string;
  title: string;
  cents: number;
}

export interface BoxView {
  player: string;
  bets: Record<string, number>;
  status: string;
  has_decided: boolean;
  card_count: number;
  cards: Array<string>;
}

export interface CagePage {
  sets: Array<ChipSetLine>;
  racks: Array<RackLine>;
  transfers: Array<TransferLine>;
  boxes: Array<BoxLine>;
  zone: string;
}

export interface Case {
  id: string;
  what: string;
  about: "burn" | "cards" | "chips" | "player" | "table";
  place: number | null;
  noticed: Array<Noticed>;
}

export interface Change {
  name: string;
  before: string;
  after: string;
  paragraph: string;
}

export interface Check {
  name: string;
  is_good: boolean;
  found: string;
}

export interface ChipLine {
  cents: number;
  count: number;
}

export interface ChipSetLine {
  id: string;
  title: string;
  denominations: Array<number>;
  stock: Array<ChipLine>;
  cents: number;
}

export interface Chips {
  cents: number;
  count: number;
}

export interface Choice {
  command: string;
  words: string;
  value: number;
  exact: string | null;
  is_best: boolean;
  cost_cents: number;
  is_costly: boolean;
  why: string;
}

export interface Citation {
  edition: string;
  paragraph: string;
  reading: string | null;
}

export interface Clock {
  places: Array<number>;
  ends_at: number;
  seconds: number;
  bank_ms: number;
  bank_seconds: number;
}

export interface ColourUp {
  taken: Array<Chips>;
  given: Array<Chips>;
}

export interface CommandBody {
  id: string;
  expect: number;
  command: Record<string, any>;
  type?: "command";
  as?: Role;
}

export interface Comparison {
  old: string;
  new: string;
  behaviour: Array<Difference>;
  new_rules: Array<RuleText>;
  removed_rules: Array<RuleText>;
  reworded: Array<Difference>;
  moved: Array<Move>;
}

export interface Concern {
  section: Section;
  is_approved: boolean;
}

export interface Contribute {
  type: "contribute";
  id: string;
  commitment: string;
  bytes: string;
}

export interface Contribution {
  player: string;
  bytes: string;
}

export interface Count {
  counts?: Array<Chips>;
  is_closing?: boolean;
  reason?: string;
}

export interface Course {
  course?: string;
}

export interface CourseLine {
  course: string;
  role: Role;
  words: Array<string>;
  citations: Array<Citation>;
  is_foreseen: boolean;
}

export interface Credentials {
  name: string;
  password: string;
  code?: string;
}

export interface DealerMode {
  mode: "auto" | "person";
}

export interface DealingLine {
  table: string;
  title: string;
  dealer: string;
  name: string;
  since: number;
  planned: string;
  next: DutyLine | null;
}

export interface Decision {
  key: string;
  role: Role;
  question: string;
  choices: Array<string>;
  labels: Array<string>;
  citations: Array<Citation>;
  seat: number | null;
  is_yours: boolean;
}

export interface DemoName {
  name?: string | null;
  is_bot?: boolean;
}

export interface Deposit {
  cents: number;
  reason: string;
}

export interface Destination {
  said: string;
  kind: "board" | "burn" | "dealer" | "discard" | "hand" | "";
  place: number;
  part: string;
}

export interface Difference {
  kind: "change" | "parameter" | "pay line" | "policy" | "setting" | "wording";
  name: string;
  before: string;
  after: string;
  rules: Array<string>;
}

export interface Done {
  number: number;
  is_repeat: boolean;
}

export interface Drop {
  person: string;
  cents: number;
}

export interface DutyLine {
  person: string;
  table: string;
  since: number;
  until: number;
  name: string;
  title: string;
}

export interface EditionLine {
  id: string;
  game: string;
  version: number;
  operator: string;
  title: string;
  effective: string;
  is_in_force: boolean;
  is_playable: boolean;
  has_link: boolean;
}

export interface EditionPage {
  id: string;
  game: string;
  version: number;
  operator: string;
  title: string;
  effective: string;
  is_in_force: boolean;
  is_playable: boolean;
  has_link: boolean;
  paragraphs: Array<ParagraphPage>;
  readings: Array<Reading>;
  settings: Array<SettingLine>;
  paytables: Array<PayTableText>;
  changes: Array<Record<string, any>>;
}

export interface Elsewhere {
  edition: string;
  key: string;
  paragraphs: Array<string>;
  is_borrowed: boolean;
}

export interface Entered {
  id: string;
  name: string;
  roles: Array<Role>;
  positions: Array<Role>;
  is_demo: boolean;
  has_password: boolean;
  has_second_factor: boolean;
  needs_second_factor: boolean;
  balance: number;
  expires_at: number;
  token: string;
}

export interface EntryLine {
  id: string;
  at: number;
  by: string;
  kind: "handover" | "incident" | "remark";
  table: string;
  text: string;
  rounds: Array<string>;
  name: string;
  title: string;
}

export interface Events {
  type: "events";
  seq: number;
  at: number;
  first: number;
  events: Array<Happening>;
  view: any;
  changes: Record<string, any>;
  options: Array<Option>;
  decisions: Array<Decision>;
  clock: Clock | null;
  awaited: Array<number>;
  round: string | null;
  table: TableLine;
  you: You;
}

export interface Expected {
  win: number | null;
  sd: number | null;
  chance: number | null;
  error: number;
  is_exact: boolean;
  covers: number;
  compared: number;
  notes: Array<string>;
  curve: Array<[number, number]>;
}

export interface Fact {
  name: string;
  value: string;
}

export interface Felt {
  cards: Array<string>;
  chips: number;
  awaited: Array<number>;
  said: string;
  rounds_per_hour: number;
}

export interface FirstHandLine {
  title: string;
  words: string;
  after: string;
  position: string;
}

export interface Float {
  chips: string;
  counts: Array<Chips>;
}

export interface Follows {
  lines: Array<Line>;
  stacks: Array<Stack>;
  cards: Array<string>;
  staked: number;
}

export interface ForeseenEvent {
  words: string;
  citations: Array<Citation>;
  transfers: Array<Movement>;
  event: Record<string, any>;
}

export interface ForeseenPlace {
  place: number;
  pays: number;
  takes: number;
}

export interface ForeseenPlayer {
  place: number;
  player: string;
  name: string;
  before: number;
  after: number;
}

export interface FoundRounds {
  rounds: Array<RoundLine>;
  next: number | null;
}

export interface FreebetView {
  phase: string;
  round: number;
  players: Record<string, PlayerView>;
  areas: Record<string, AreaView>;
  dealer: Array<string>;
  dealer_total: number;
  in_play: [number, number] | null;
  next_card_to: number | null;
  next_cards: Array<string>;
  disclosed: Array<string>;
  removed: Array<string>;
  cards_left: number;
  cards_used: number;
  shuffle_due: boolean;
  own_place: number | null;
  main_min: number;
  main_max: number;
}

export interface GameLine {
  name: string;
  title: string;
  short_title: string;
  shape: "bow" | "oval";
  dock: Array<Array<Purpose>>;
  first_hands: number;
  pages: string;
}

export interface GiveCommand {
  type: "command";
  id: string;
  expect: number;
  command: Record<string, any>;
}

export interface GiveSeat {
  place: number;
  chips: number;
}

export interface GuestRating {
  rounds: number;
  decisions: number;
  average_bet: number;
  minutes: number;
  theoretical: number | null;
  won: number;
  last: number;
  words: string;
  table: string;
  title: string;
  place: number;
  shift: string;
  since: number;
}

export interface HandView {
  number: number;
  cards: Array<string>;
  total: number;
  is_soft: boolean;
  status: string;
  is_split: boolean;
  is_doubled: boolean;
  stakes: Array<Stake>;
  is_blackjack: boolean;
}

export interface Handover {
  shift: Shift;
  shifts: Array<string>;
  tables: Array<HoldLine>;
  total: HoldLine;
  dealing: Array<DealingLine>;
  duties: Array<DutyLine>;
  entries: Array<EntryLine>;
  significant: Array<Significant>;
  names: Record<string, string>;
  zone: string;
}

export interface Happening {
  seq: number;
  at: number;
  by: Who;
  command: string;
  round: string | null;
  words: string;
  event: Record<string, any>;
  citations: Array<Citation>;
  transfers: Array<Movement>;
  is_system_decision?: boolean;
  is_void?: boolean;
  ends_round?: boolean;
  empties?: number | null;
  aside?: Aside | null;
  said?: string;
  label?: string;
}

export interface Held {
  course: string;
  words: string;
  citations: Array<Citation>;
  role: Role;
  confirm_by: number;
}

export interface Hit {
  number: number;
  at: number;
  table: string;
  round: string;
  box: number;
  player: string | null;
  hand: string;
  percent: number | null;
  amount: number;
  display_before: number;
  display_after: number;
}

export interface Hold {
  since: number;
  until: number;
  by: Array<string>;
  lines: Array<HoldLine>;
  total: HoldLine;
  method: string;
  assumed: Record<string, string>;
  shifts: Array<string>;
  drift_one_in: number;
  zone: string;
}

export interface HoldLine {
  key: Record<string, string>;
  rounds: number;
  voids: number;
  bets: number;
  drop: number;
  handle: number;
  win: number;
  hold: number | null;
  kept: number | null;
  expected: Expected;
}

export interface Insurance {
  holder: number;
  place: number;
  amount: number;
  is_pulled: boolean;
}

export interface InterruptionLine {
  id: string;
  table: string;
  title: string;
  round: string;
  at: number;
  course: string;
  words: string;
  citations: Array<Citation>;
  confirm_by: number;
  courses: Array<CourseLine>;
  status: "proposed";
}

export interface Invitation {
  link: string;
}

export interface Jackpot {
  id: string;
  title: string;
  game: string;
  display: number;
  reserve: number;
  status: "fault" | "open";
  course: string | null;
  tables: Array<string>;
  hits: Array<Hit>;
  at: number;
  checking: number;
}

export interface Key {
  id: string;
  person: string;
  scopes: Array<string>;
  may_act: boolean;
  expires_at: number;
}

export interface Knob {
  name: string;
  section: "parameter" | "pay line" | "setting";
  kind: "choice" | "flag" | "list" | "money" | "number" | "pay" | "percent" | "text";
  approved: string;
  minimum: string | null;
  maximum: string | null;
  choices: Array<string>;
  words: string;
  paragraphs: Array<string>;
  readings: Array<string>;
}

export interface LabAnswer {
  edition: string;
  changes: Array<Change>;
  bets: Array<LabBet>;
  draft: string;
  concerns: Array<Concern>;
}

export interface LabBet {
  bet: string;
  name: string;
  unit: string;
  house_edge: number;
  approved_edge: number;
  priced: string;
  approved_priced: string;
  change: string;
  is_exact: boolean;
  rational: string | null;
  sd: number;
  approved_sd: number;
  hit_frequency: number | null;
  skewness: number | null;
  outcomes: Array<Outcome>;
  paragraphs: Array<string>;
}

export interface LabCounter {
  curves: Array<LabCurve>;
  ramps: Array<LabRamp>;
}

export interface LabCurve {
  bet: string;
  name: string;
  good_from: number | null;
  points: Array<[number, number, number, number]>;
}

export interface LabRamp {
  bet: string;
  name: string;
  looks_on: boolean;
  per_100: number;
  error: number;
  score: number;
  n0: number | null;
}

export interface Learned {
  lessons: Record<string, Box>;
}

export interface Leaving {
  is_leaving: boolean;
}

export interface LessonAnswer {
  is_right: boolean;
}

export interface Limit {
  amount: number;
  until: number;
}

export interface Line {
  words: string;
  paragraphs: Array<string>;
}

export interface LinkAck {
  id: string;
  seq: number;
}

export interface LinkCommand {
  id: string;
  command: Record<string, any>;
}

export interface LinkOption {
  command: string;
  words: string;
  citations: Array<Citation>;
  fixed: Record<string, any>;
  asks: Array<Ask>;
  group: "house" | "irregularity" | "play";
  costs: number;
  purpose: Purpose;
  place: number | null;
  label: string;
  spot: string;
  words_here: string;
  words_bare: string;
  words_anywhere: string;
  recorded: number;
  is_next: boolean;
  about: Array<Subject>;
  warning: string;
  role: Role;
  is_yours: boolean;
}

export interface LinkOptions {
  seq: number;
  view: any;
  options: Array<LinkOption>;
  decisions: Array<Decision>;
}

export interface Lobby {
  mark: string;
  is_whole: boolean;
  is_demo: boolean;
  sign_on: string;
  tables: Array<TableLine>;
  jackpots: Array<Jackpot>;
  editions: Array<EditionLine>;
  felts: Record<string, Felt>;
  zone: string;
}

export interface Lying {
  own: Array<string>;
  middle: Array<string>;
}

export interface MadeKey {
  key: string;
}

export interface Me {
  id: string;
  name: string;
  roles: Array<Role>;
  positions: Array<Role>;
  is_demo: boolean;
  has_password: boolean;
  has_second_factor: boolean;
  needs_second_factor: boolean;
  balance: number;
  expires_at: number;
}

export interface Mistake {
  lesson: string;
  place: number;
  situation: string;
  taken: string;
  best: string;
  cost: number;
  choices: Array<Choice>;
  options: Array<Option>;
  position: string;
  lying: Lying;
  method: string;
}

export interface Move {
  key: string;
  old: string;
  new: string;
  is_trap: boolean;
}

export interface Movement {
  source: string;
  target: string;
  cents: number;
  source_words: string;
  target_words: string;
}

export interface MultilinkView {
  phase: string;
  round: number;
  you: string;
  chips: Record<string, number>;
  names: Record<string, string>;
  boxes: Record<string, BoxView>;
  board: Array<string>;
  dealer: Array<string>;
  dealer_count: number;
  seen: Array<string>;
  to_decide: number | null;
  question: string;
  jackpot: number;
  is_jackpot_open: boolean;
  notice: string;
  limits: Record<string, number>;
  board_count: number;
}

export interface NewChipSet {
  id: string;
  title: string;
  denominations: Array<number>;
}

export interface NewDuty {
  person: string;
  table?: string;
  since: number;
  until: number;
}

export interface NewEntry {
  kind: "handover" | "incident" | "remark";
  text: string;
  table?: string;
  rounds?: Array<string>;
}

export interface NewExclusion {
  until: string;
}

export interface NewJackpot {
  game: string;
  title: string;
  settings?: Record<string, string>;
  display?: number | null;
}

export interface NewKey {
  scopes: Array<string>;
  may_act?: boolean;
  days?: number;
}

export interface NewLimit {
  kind: "loss" | "time";
  amount: number | null;
  until: string;
}

export interface NewPassword {
  old: string;
  new: string;
}

export interface NewRules {
  edition: string;
  settings: Record<string, string>;
}

export interface NewSecondFactor {
  secret: string;
  address: string;
}

export interface NewService {
  name: string;
  roles: Array<"auditor" | "dealer" | "pit_manager" | "pit_supervisor" | "shift_manager">;
}

export interface NewTable {
  edition: string;
  title?: string;
  settings?: Record<string, string>;
  link?: string;
  is_practice?: boolean;
  is_physical?: boolean;
  bots?: number;
}

export interface NextRules {
  edition: string;
  settings: Record<string, string>;
  signage: Array<Sign>;
}

export interface NextShuffle {
  type: "next_shuffle";
  id: string;
  number: number;
  commitment: string;
  bytes: string | null;
}

export interface NotDone {
  reason: string;
  citations: Array<Citation>;
}

export interface Notice {
  type: "notice";
  code: "closed" | "dealer" | "interrupted" | "leaving" | "limit" | "paused" | "recovered" | "replaced" | "resumed" | "rules" | "store";
  reason: string;
  citations: Array<Citation>;
}

export interface Noticed {
  since: When;
  until: When;
  example: When;
  answers: Array<Answer>;
}

export interface OldDuty {
  person: string;
  since: number;
}

export interface OpenedShuffle {
  seq: number;
  seed: string;
  cards: Array<string>;
  order: Array<string>;
}

export interface Option {
  command: string;
  words: string;
  citations: Array<Citation>;
  fixed: Record<string, any>;
  asks: Array<Ask>;
  group: "house" | "irregularity" | "play";
  costs: number;
  purpose: Purpose;
  place: number | null;
  label: string;
  spot: string;
  words_here: string;
  words_bare: string;
  words_anywhere: string;
  recorded: number;
  is_next: boolean;
  about: Array<Subject>;
  warning: string;
}

export interface OtherSeat {
  place: number;
}

export interface Outcome {
  name: string;
  probability: number;
  net: number;
  rational: string | null;
}

export interface OwnLimits {
  loss: Limit | null;
  time: Limit | null;
  excluded_until: number;
  lost: number;
  minutes: number;
  reached: string;
}

export interface OwnSession {
  id: string;
  started: number;
  seen: number;
  expires_at: number;
  is_this: boolean;
}

export interface ParagraphPage {
  number: string;
  kind: string;
  executable: string;
  gist: string;
  rules: Array<string>;
  readings: Array<string>;
}

export interface ParagraphWithNeighbours {
  number: string;
  kind: string;
  executable: string;
  gist: string;
  rules: Array<string>;
  readings: Array<string>;
  elsewhere: Array<Elsewhere>;
}

export interface Patron {
  player: string;
  name: string;
  place: number | null;
  is_welcome: boolean;
}

export interface PayLineText {
  key: string;
  title: string;
  pays: string;
  words: string;
}

export interface PayTableText {
  name: string;
  title: string;
  paragraph: string;
  lines: Array<PayLineText>;
}

export interface PersonLine {
  id: string;
  name: string;
  roles: Array<Role>;
  is_demo: boolean;
  is_bot: boolean;
  is_locked: boolean;
  has_second_factor: boolean;
  is_held_off: boolean;
  balance: number;
}

export interface Ping {
  type: "ping";
  n?: number;
}

export interface Played {
  position: string;
  snapshot: Snapshot;
  said: Array<Said>;
  refused: NotDone | null;
  is_over: boolean;
  left: any;
}

export interface PlayerView {
  name: string;
  chips: number;
  is_absent: boolean;
}

export interface Plot {
  title: string;
  x_label: string;
  y_label: string;
  series: Array<Series>;
  kind: "bar" | "line" | "step";
  log_y: boolean;
  note: string;
  paragraphs: Array<string>;
}

export interface PokerView {
  phase: "betting" | "blinds" | "closed" | "dealing" | "idle" | "settling" | "showdown";
  round: number;
  signage: Signage;
  seats: Record<string, SeatView>;
  own_seat: number;
  button: number;
  small_blind_seat: number;
  big_blind_seat: number;
  betting_round: number;
  to_act: number;
  turn: TurnView | null;
  current_bet: number;
  pot: number;
  pots: Array<PotView>;
  board: Array<string>;
  exposed: Array<string>;
  marker: string;
  is_stub_shuffle_due: boolean;
  question: string;
  cards_left: number;
  board_count: number;
}

export interface Pong {
  type: "pong";
  n: number;
  at: number;
}

export interface Position {
  seq: number;
  position: string;
}

export interface PotView {
  amount: number;
  eligible: Array<number>;
}

export interface Preview {
  type: "preview";
  id: string;
  events: Array<ForeseenEvent>;
  players: Array<ForeseenPlayer>;
  decisions: Array<Decision>;
  places: Array<ForeseenPlace>;
}

export interface PreviewBody {
  id: string;
  command: Record<string, any>;
  type?: "preview";
  as?: Role;
}

export interface Problem {
  code: "cross_site" | "fault" | "malformed" | "not_allowed" | "not_found" | "refused" | "sign_in" | "stale" | "too_large" | "too_many" | "unavailable";
  reason: string;
  citations: Array<Citation>;
}

export interface Program {
  version: string;
  program: string;
  files: Record<string, string>;
}

export type Purpose = "bet" | "post" | "raise" | "call" | "check" | "fold" | "all_in" | "look" | "show" | "muck" | "hit" | "stand" | "double" | "split" | "surrender" | "insure" | "even_money" | "decline" | "withdraw" | "ready" | "choose" | "conduct" | "sit" | "leave" | "sit_out" | "return" | "buy" | "tip" | "routine" | "serve" | "time_out" | "absent" | "present" | "relocate" | "seating" | "report" | "interruption" | "refer" | "ruling" | "manage" | "equipment";

export interface Quote {
  english: string;
  chinese: string;
  why_two: string;
  balance: number;
  balance_after: number;
}

export interface RackLine {
  table: string;
  title: string;
  chips: string;
  is_by_play: boolean;
  opened_at: number;
  opening: number;
  fills: number;
  credits: number;
  drop: number;
  rack: number;
  by_chips: number;
  by_play: number;
  prizes: number;
  difference: number;
  counts: Array<ChipLine>;
  first_round: number;
  last_round: number;
}

export interface Rating {
  rounds: number;
  decisions: number;
  average_bet: number;
  minutes: number;
  theoretical: number | null;
  won: number;
  last: number;
  person: string;
  loss_limit: number | null;
  time_limit: number | null;
  reached: string;
  excluded_until: number;
}

export interface Ratings {
  since: number;
  people: Array<Rating>;
  guests: Array<GuestRating>;
  zone: string;
}

export interface Reading {
  id: string;
  title: string;
  paragraphs: Array<string>;
  taken: string;
  settings: Array<string>;
}

export interface Reason {
  reason: string;
}

export interface ReceiptLine {
  number: number;
  at: number;
  person: string;
  cents: number;
  reason: string;
  by: string;
  role: string;
  second: string;
  reverses: number;
  reversed_by: number;
  is_cash: boolean;
  person_name: string;
  by_name: string;
  second_name: string;
}

export interface ReconciliationPage {
  opening: number;
  contributions: number;
  top_ups: number;
  paid: number;
  corrections: number;
  expected: number;
  display: number;
  booked: number;
  difference: number;
}

export interface RecoveryCodes {
  codes: Array<string>;
}

export interface RefusedMessage {
  type: "refused";
  id: string;
  code: "cross_site" | "fault" | "malformed" | "not_allowed" | "not_found" | "refused" | "sign_in" | "stale" | "too_large" | "too_many" | "unavailable";
  reason: string;
  citations: Array<Citation>;
}

export interface Relocation {
  player: string;
  source: string;
  place: number;
}

export interface RemoveSecondFactor {
  password: string;
  code: string;
}

export interface Renewal {
  password: string;
  code?: string;
}

export interface ReplayStep {
  seq: number;
  words: string;
  view: any;
  position: string;
}

export interface Resume {
  type: "resume";
  after: number;
}

export interface Reviewed {
  rounds: Array<RoundReview>;
  next: number | null;
}

export type Role = "player" | "dealer" | "pit_supervisor" | "pit_manager" | "shift_manager" | "auditor" | "system";

export interface Roles {
  roles: Array<"auditor" | "dealer" | "pit_manager" | "pit_supervisor" | "player" | "shift_manager">;
}

export interface RoundFairness {
  round: string;
  shuffles: Array<SealedShuffle>;
  cards: Array<SeenCard>;
  opened: Array<OpenedShuffle>;
  publishes: string;
}

export interface RoundLine {
  id: string;
  table: string;
  title: string;
  game: string;
  notation: string;
  edition: string;
  opened_at: number;
  closed_at: number | null;
  status: "concluded" | "open" | "void";
  players: Array<string>;
  won: Array<number>;
  own: number | null;
  paragraphs: Array<string>;
  first: number;
  last: number | null;
}

export interface RoundPage {
  id: string;
  table: string;
  title: string;
  game: string;
  notation: string;
  edition: string;
  opened_at: number;
  closed_at: number | null;
  status: "concluded" | "open" | "void";
  players: Array<string>;
  won: Array<number>;
  own: number | null;
  paragraphs: Array<string>;
  first: number;
  last: number | null;
  happenings: Array<Happening>;
  balances: Array<Balance>;
  commitment: string;
  seed: string;
}

export interface RoundReview {
  round: string;
  table: string;
  title: string;
  game: string;
  edition: string;
  is_practice: boolean;
  opened_at: number;
  closed_at: number;
  result: number;
  price: number;
  mistakes: number;
  luck: number;
  decisions: number;
  ungraded: number;
  best: number;
  is_exact: boolean;
  lying: Lying;
  marks: Array<string>;
  big_blind: number;
  worst: Array<Mistake>;
}

export interface RuleText {
  key: string;
  paragraphs: Array<string>;
  gist: string;
}

export interface Ruled {
  choice: string;
  follows: Follows;
}

export interface Rulings {
  edition: string;
  game: string;
  device: string;
  devices: Array<string>;
  gists: Record<string, string>;
  cases: Array<Case>;
}

export interface Said {
  by: string;
  words: string;
  citations: Array<Citation>;
}

export interface Seal {
  commitment: string;
  contributions: Array<Contribution>;
  left_out: Array<string>;
  root: string;
  cards: number;
  number: number;
  label: string;
  scheme: number;
}

export interface SealedShuffle {
  seq: number;
  seal: Seal;
}

export interface Seat {
  table: string;
  place: number;
  chips: number;
  seq: number;
}

export interface SeatLine {
  place: number;
  player: string;
  name: string;
  is_bot: boolean;
  is_away: boolean;
  is_connected: boolean;
  is_leaving: boolean;
  lost_at: number;
}

export interface SeatView {
  player: string;
  chips: number;
  bet: number;
  is_in: boolean;
  is_active: boolean;
  is_all_in: boolean;
  is_away: boolean;
  missed: Array<string>;
  due: number;
  card_count: number;
  cards: Array<string>;
  ranking: string;
  missed_turns: number;
  is_expected_back: boolean;
  is_relocated: boolean;
}

export interface Seated {
  table: string;
  place: number;
  chips: number;
  seq: number;
}

export interface Section {
  title: string;
  text: string;
  tables: Array<Table>;
  plots: Array<Plot>;
}

export interface SeenCard {
  seq: number;
  shuffle: number;
  place: number;
  card: string;
  salt: string;
  path: Array<string>;
}

export interface Series {
  name: string;
  xs: Array<number>;
  ys: Array<number>;
}

export interface ServiceLine {
  id: string;
  name: string;
  roles: Array<Role>;
  is_locked: boolean;
  keys: Array<Key>;
}

export interface SessionLine {
  since: number;
  until: number;
  rounds: number;
  won: number;
  stays: Array<StayLine>;
}

export interface SessionTold {
  type: "session";
  is_due: boolean;
  due_at: number;
  ends_at: number;
  way: "password" | "sign_on";
  needs_code: boolean;
}

export interface SetSecondFactor {
  password: string;
  secret: string;
  code: string;
}

export interface SettingLine {
  name: string;
  title: string;
  type: string;
  default: string;
  minimum: string | null;
  maximum: string | null;
  choices: Array<string>;
  labels: Array<string>;
  words: string;
  paragraphs: Array<string>;
}

export interface Shift {
  name: string;
  date: string;
  since: number;
  until: number;
}

export interface SideWager {
  bet: "busted" | "pair" | "pot_of_gold";
  place: number;
  amount: number;
  value: number;
  is_void: boolean;
  is_short: boolean;
  is_pulled: boolean;
}

export interface Sign {
  name: string;
  title: string;
  words: string;
  value: string;
  paragraphs: Array<string>;
}

export interface Signage {
  small_blind: number;
  big_blind: number;
  table_stake_min: number;
  table_stake_max: number;
  rake_percent: string;
  rake_cap: number;
  lowest_chip: number;
  seats: number;
  edition: string;
}

export interface Significant {
  at: number;
  head: string;
  kind: string;
  words: string;
  by: string;
  role: string;
  reason: string;
  before: string;
  after: string;
  table: string;
  round: string;
  person: string;
  cents: number;
  source: string;
  target: string;
  position: number;
}

export interface SignificantLine {
  at: number;
  head: string;
  kind: string;
  words: string;
  by: string;
  role: string;
  reason: string;
  before: string;
  after: string;
  table: string;
  round: string;
  person: string;
  cents: number;
  source: string;
  target: string;
  position: number;
  moved: string;
  citations: Array<Citation>;
}

export interface Situation {
  position: string;
  role?: Role;
  place?: number | null;
  command?: Record<string, any> | null;
  plays_on?: boolean;
}

export interface SlipCheck {
  by_name: string;
  cards: string;
  deck: string;
  witnesses: string;
  note: string;
}

export interface SlipLine {
  number: number;
  part: number;
  kind: "box" | "cash" | "closing" | "colour_up" | "count" | "credit" | "fill" | "float" | "jackpot" | "jackpot_back" | "receipt" | "reversal" | "stock";
  at: number;
  table: string;
  title: string;
  cents: number;
  difference: number | null;
  first_round: number;
  last_round: number;
  by_name: string;
  reason: string;
}

export interface SlipPage {
  number: number;
  kind: "box" | "cash" | "closing" | "colour_up" | "count" | "credit" | "fill" | "float" | "jackpot" | "jackpot_back" | "receipt" | "reversal" | "stock";
  at: number;
  by_name: string;
  role: string;
  cents: number;
  english: string;
  chinese: string;
  table: string;
  table_title: string;
  person: string;
  person_name: string;
  reason: string;
  asked_by_name: string;
  approved_by_name: string;
  second_name: string;
  chips: Array<ChipLine>;
  given: Array<ChipLine>;
  expected: number | null;
  drop: number | null;
  first_round: number;
  last_round: number;
  reverses: number;
  reversed_by: number;
  link_title: string;
  box: number;
  hand: string;
  meter: number | null;
  check: SlipCheck | null;
}

export interface Snapshot {
  type: "snapshot";
  seq: number;
  at: number;
  view: any;
  options: Array<Option>;
  decisions: Array<Decision>;
  clock: Clock | null;
  awaited: Array<number>;
  round: string | null;
  table: TableLine;
  you: You;
  past: number;
}

export interface Stack {
  place: number;
  player: string;
  before: number;
  after: number;
}

export interface StaffPage {
  shift: Shift;
  dealing: Array<DealingLine>;
  duties: Array<DutyLine>;
  entries: Array<EntryLine>;
  zone: string;
}

export interface Stake {
  place: number;
  has_wager: boolean;
  added: number;
  markers: number;
}

export interface Statement {
  player: string;
  balance: number;
  opening: number;
  closing: number;
  lines: Array<StatementLine>;
}

export interface StatementLine {
  at: number;
  words: string;
  account: string;
  table: string | null;
  title: string | null;
  round: string | null;
  cents: number;
  balance: number;
  citations: Array<Citation>;
}

export interface StayLine {
  table: string;
  title: string;
  game: string;
  edition: string;
  since: number;
  until: number;
  rounds: number;
  idle: number;
  average_bet: number;
  staked: number;
  won: number;
  theoretical: number | null;
  is_practice: boolean;
}

export interface Stock {
  counts: Array<Chips>;
  reason: string;
}

export interface StuckTable {
  table: string;
  title: string;
  since: number;
  waits_for: string;
  way_on: string;
  citations: Array<Citation>;
}

export interface Subject {
  kind: "board" | "burn" | "chips" | "dealer" | "device" | "discard" | "hand" | "player" | "table";
  place: number;
  part: string;
}

export interface Table {
  title: string;
  columns: Array<string>;
  rows: Array<Array<string>>;
  note: string;
  paragraphs: Array<string>;
}

export interface TableDay {
  table: string;
  title: string;
  rounds: number;
  drop: number;
  won: number;
  paid: number;
  rake: number;
  jackpot: number;
  tips: number;
}

export interface TableLine {
  id: string;
  title: string;
  game: string;
  edition: string;
  status: "closed" | "interrupted" | "open" | "paused";
  is_practice: boolean;
  dealer: "auto" | "person";
  signage: Array<Sign>;
  settings: Record<string, string>;
  places: number;
  place_word: string;
  stakes: string;
  seats: Array<SeatLine>;
  decisions: number;
  owner: string | null;
  dealer_name: string | null;
  waiting: Array<string>;
  rounds_per_hour: number;
  rounds: number;
  link: string | null;
  seq: number;
  bots: number;
  is_real: boolean;
  open_stack: number;
  next_rules: NextRules | null;
  held: Held | null;
}

export interface TakeSeat {
  place: number;
  chips: number;
}

export interface TransferLine {
  slip: string;
  way: "credit" | "fill";
  table: string;
  counts: Record<string, number>;
  cents: number;
  at: number;
  asked_by: string;
  approved_by: string;
  approved_at: number;
  delivered_by: string;
  delivered_at: number;
  title: string;
  chips: Array<ChipLine>;
  asked_by_name: string;
  approved_by_name: string;
  delivered_by_name: string;
  role: Role;
}

export interface TrialBalance {
  accounts: Array<AccountLine>;
  total: number;
}

export interface TurnView {
  seat: number;
  to_call: number;
  raise_min: number;
  raise_max: number;
}

export interface Verified {
  is_verified: boolean;
  checks: Array<Check>;
}

export interface WagerView {
  place: number;
  amount: number;
  is_live: boolean;
  markers: number;
}

export interface Waiting {
  player: string;
  name: string;
}

export interface WaitingDecision {
  key: string;
  role: Role;
  question: string;
  choices: Array<string>;
  labels: Array<string>;
  citations: Array<Citation>;
  seat: number | null;
  is_yours: boolean;
  table: string;
  title: string;
  since: number;
}

export interface WaitingList {
  waiting: Array<Waiting>;
  places: Array<number>;
  chips: Ask | null;
}

export interface Wanted {
  way: "credit" | "fill";
  counts: Array<Chips>;
}

export interface When {
  step: string;
  acted: "everybody" | "nobody" | "somebody";
}

export interface Who {
  id: string;
  name: string;
  role: Role;
}

export interface You {
  id: string | null;
  name: string;
  role: Role;
  place: number | null;
  is_connected: boolean;
  is_leaving: boolean;
  waiting: number | null;
}
