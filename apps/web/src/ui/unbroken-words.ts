/** Characters. A longer word may be wider than a column on a phone. */
const MAX_UNBROKEN = 24

/**
 * Keeps the words of inline code in `root` on one line each. Browsers break lines after a hyphen, so that `--version` would read as `--` and
 * `version`. The text for selecting and copying stays the same.
 */
export function keepWordsUnbroken(root: ParentNode): void {
  for (const code of root.querySelectorAll(':not(pre) > code')) {
    if (code.childElementCount > 0 || !code.textContent?.includes('-')) continue
    code.replaceChildren(
      ...code.textContent.split(/(\s+)/).map((part) => {
        if (!part.includes('-') || part.length > MAX_UNBROKEN) return part
        const word = document.createElement('span')
        word.className = 'whitespace-nowrap'
        word.textContent = part
        return word
      }),
    )
  }
}
