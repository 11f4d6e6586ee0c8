import temml from 'temml'

/** TeX as MathML, which browsers show by themselves; or what is wrong with it. */
export type RenderedMath = { mathml: string } | { problem: string }

/**
 * Renders an equation. `display`: on a line of its own. Commands that link or load are not known (`trust`), and the number of macro
 * expansions is limited, so that an equation cannot run for ever.
 */
export function renderMath(expression: string, display: boolean): RenderedMath {
  try {
    return { mathml: temml.renderToString(expression, { displayMode: display, throwOnError: true, trust: false, maxExpand: 1_000 }) }
  } catch (error) {
    // The library underlines the place with combining characters, on a second line.
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return { problem: problem.replace(/:\s*$/, '').slice(0, 200) }
  }
}
