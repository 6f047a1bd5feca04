// Pages are written in English, and come in the reader's language: the house says their words as it sends them
// (languages/page_words.py): what is given to `t` and `words`, and the text of every html`…`. So nothing is looked up here.

/** The reader's language, as the house has found it. */
export const language = document.documentElement.lang;

/** Those there are, each under the name that its speakers have for it. @type {[string, string][]} */
export const languages = (document.documentElement.dataset.languages ?? "en")
  .split(" ")
  .map((each) => [each, new Intl.DisplayNames([each], {type: "language"}).of(each) ?? each]);

/** How numbers and dates are written there, where the reader lives. */
export const locale = navigator.languages.find((each) => each.startsWith(language)) ?? language;

/** Words of a page, with what stands in braces filled in. @param {string} said @param {Record<string, unknown>} [values] */
export function t(said, values) {
  return values ? said.replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? "")) : said;
}

/** Words that are said later: a table of them. @template T @param {T} said @returns {T} */
export const words = (said) => said;

const RULES = new Intl.PluralRules(language);
const FORMS = ["zero", "one", "two", "few", "many", "other"].filter((each) =>
  RULES.resolvedOptions().pluralCategories.some((known) => known === each),
);

/**
 * "1 Round", "2 Rounds": the number is {count}. The house sends as many forms as the reader's language has.
 * @param {number} count @param {string[]} forms
 */
export const counted = (count, ...forms) =>
  t(forms[Math.min(FORMS.indexOf(RULES.select(count)), forms.length - 1)], {count: WHOLE.format(count)});

const WHOLE = new Intl.NumberFormat(locale);

/** A number with its thousands apart. @param {number} number */
export const whole = (number) => WHOLE.format(number);

/** Choose another language: the page comes anew. @param {string} language */
export function choose(language) {
  document.cookie = `language=${language}; path=/; max-age=31536000; samesite=lax`;
  location.reload();
}
