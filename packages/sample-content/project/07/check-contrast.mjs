import { readFileSync } from 'node:fs'

const css = readFileSync('style.css', 'utf8')
// Of 'light-dark(#ffffff, #22242a)' after a name, the two colors.
const tokens = [...css.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, ...colors]) => [name, colors])
const colorsOf = Object.fromEntries(tokens)

/** How bright a color is for the eye, from 0 to 1, as the standard WCAG calculates it. */
function brightness(color) {
  const [red, green, blue] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(color.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one, other) {
  const [dark, light] = [brightness(one), brightness(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

// Text needs 4.5 to 1, the border of a field and the ring around the focus 3 to 1.
const PAIRS = [
  ['ink', 'paper', 4.5],
  ['ink', 'card', 4.5],
  ['quiet', 'paper', 4.5],
  ['quiet', 'card', 4.5],
  ['on-accent', 'accent', 4.5],
  ['accent', 'paper', 4.5],
  ['wrong', 'card', 4.5],
  ['line', 'card', 3],
]
for (const [front, back, least] of PAIRS) {
  const [light, dark] = [0, 1].map((theme) => contrast(colorsOf[front][theme], colorsOf[back][theme]))
  const isEnough = Math.min(light, dark) >= least
  console.log(`${isEnough ? 'enough' : 'TOO LITTLE'}: ${front} on ${back}, light ${light.toFixed(1)}, dark ${dark.toFixed(1)}`)
}
// Prints:
// enough: ink on paper, light 15.6, dark 14.7
// enough: ink on card, light 16.5, dark 12.9
// enough: quiet on paper, light 6.0, dark 7.9
// enough: quiet on card, light 6.3, dark 6.9
// enough: on-accent on accent, light 7.0, dark 9.6
// enough: accent on paper, light 6.6, dark 9.1
// enough: wrong on card, light 6.5, dark 9.1
// enough: line on card, light 3.6, dark 4.0
