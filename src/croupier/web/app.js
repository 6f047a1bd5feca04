// Where the pages are: the code of each is pages/<room>/<name>.js, and <name> is its element. The last import starts the floor.
import {ahead, here, route} from "./core/router.js";
import {t} from "./core/words/words.js";

route("/", "lobby-page", t("Lobby"), ["desk", "play", "pages", "staff"]);
route("/table/:id", "table-page", t("Table"), ["play", "play-wide"]);
route("/tables/:ids", "tables-page", t("Tables"), ["pages"]);
route("/table/:id/deal", "staff/dealer-page", t("Dealer console"));
route("/pit", "staff/pit-page", t("Pit console"));
route("/pit/table/:id", "staff/pit-table-page", t("Pit: table"));
route("/pit/link/:id", "staff/pit-link-page", t("Pit: jackpot link"));
route("/pit/staff", "staff/staff-page", t("Staff"));
route("/pit/handover", "staff/handover-page", t("Hand-over"));
route("/cashier", "staff/cashier-page", t("Cashier"));
route("/cage", "staff/cage-page", t("Cage"));
route("/slip/:number", "staff/slip-page", t("Slip"));
route("/people", "staff/people-page", t("People"));
route("/reports", "staff/reports-page", t("Reports"));
route("/reports/hold", "staff/hold-page", t("Hold and expectation"));
route("/rulings", "staff/rulings-page", t("Rulings"), ["desk", "pages", "rulings"]);
route("/rounds", "learning/rounds-page", t("Rounds"));
route("/round/:id", "learning/round-page", t("Round"), [
  "desk",
  "play",
  "side",
  "log",
  "pages",
  "staff",
  "felt-watched",
  "shapes",
  "coach",
  "session",
]);
route("/rules", "learning/rules-page", t("Rules"));
route("/rules/:edition", "learning/edition-page", t("Rule book"));
route("/rules/:edition/changes/:other", "learning/changes-page", t("What changed"));
route("/lab/:edition", "learning/lab-page", t("Lab"));
route("/jackpot/:id", "jackpot-page", t("Jackpot"));
route("/account", "account-page", t("Your account"));
route("/limits", "limits-page", t("Your limits"));
route("/sign-in", "sign-in-page", t("Sign in"));
route("/invitation/:token", "sign-in-page", t("Welcome"));
route("/statistics", "learning/statistics-page", t("Your statistics"), [
  "desk",
  "pages",
  "coach",
  "session",
  "statistics",
]);
route("/session/:table", "learning/session-page", t("How it went"), ["desk", "pages", "coach", "session"]);
route("/learn", "learning/learn-page", t("Learn"));
const FELT = ["desk", "play", "side", "log", "play-wide", "pages", "felt-watched", "shapes"];
route("/position", "learning/position-page", t("From a position"), FELT);
route("/first/:game", "learning/first-page", t("First hands"), FELT);

ahead(here().page);
await import("./elements/floor-app.js");
