import temml from 'temml'
import { escapeHtml } from './escape.ts'

/** MathML, which browsers render natively, with the TeX as its text for copies; or the error in the TeX. */
type RenderedMath = { mathml: string } | { problem: string }

/**
 * Renders an equation; with `display`, for a line of its own. Commands that link or load are disabled (`trust`). Macro expansions are limited, so
 * that rendering always ends.
 */
export function renderMath(expression: string, display: boolean): RenderedMath {
  try {
    const mathml = temml.renderToString(expression, { displayMode: display, throwOnError: true, trust: false, maxExpand: 1_000 })
    return { mathml: mathml.replace('<math', () => `<math data-tex="${escapeHtml(expression)}"`) }
  } catch (error) {
    // The library underlines the position with combining characters, on a second line.
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return { problem: problem.replace(/:\s*$/, '').slice(0, 200) }
  }
}
