import type { Fixture } from './fixture/fixture.ts'

/** A measured value with its unit, for the report. */
export type Figures = Record<string, number | string>

/** Collects the measurements and failures of a scenario. */
export class Findings {
  readonly figures: Figures = {}
  readonly faults: string[] = []

  /** Records a measurement. */
  tell(name: string, figure: number | string): void {
    this.figures[name] = typeof figure === 'number' ? Math.round(figure * 100) / 100 : figure
  }

  /** Records a failure unless it `holds`. */
  expect(holds: boolean, otherwise: string): void {
    if (!holds) this.faults.push(otherwise)
  }
}

export type Scenario = {
  /** Its name on the command line. */
  name: string
  /** What breaks. */
  what: string
  /** The expectation during and after the fault. */
  design: string
  run: (fixture: Fixture, findings: Findings) => Promise<void>
}
