/** Characters. A longer word may be wider than a column on a phone. */
const MAX_LENGTH = 24

const unbroken = (word: string): string =>
  /-./.test(word) && word.length <= MAX_LENGTH ? `<span class="whitespace-nowrap">${word}</span>` : word

/**
 * Returns sanitized HTML whose words of code stay on one line each. Browsers break lines after a hyphen, so that `git commit -m` would end in
 * `-` and go on with `m`. The text for selecting and copying stays the same.
 */
export const keepWordsUnbroken = (html: string): string =>
  html.replace(/<code\b[^>]*>.*?<\/code>/gs, (code) =>
    code.replace(/<[^>]*>|[^\s<]+/g, (part) => (part.startsWith('<') ? part : unbroken(part))),
  )
