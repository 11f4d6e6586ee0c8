import type { Lab } from './lab/lab.ts'

/** What was measured, as a reader of the report wants to see it: with its unit. */
export type Figures = Record<string, number | string>

/** Collects what a scenario measures, and what is not as designed. */
export class Findings {
  readonly figures: Figures = {}
  readonly faults: string[] = []

  /** Notes a figure. */
  tell(name: string, figure: number | string): void {
    this.figures[name] = typeof figure === 'number' ? Math.round(figure * 100) / 100 : figure
  }

  /** Notes, unless it `holds`, that something is not as designed. */
  expect(holds: boolean, otherwise: string): void {
    if (!holds) this.faults.push(otherwise)
  }
}

export type Scenario = {
  /** As it is chosen on the command line. */
  name: string
  /** What breaks, in a few words. */
  what: string
  /** What has to hold meanwhile and afterwards. */
  design: string
  run: (lab: Lab, findings: Findings) => Promise<void>
}
