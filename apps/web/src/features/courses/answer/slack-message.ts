type Question = {
  title: string
  /** The address of the tutorial. */
  address: string
  /** Where a coding tool stopped to teach it. */
  step: { number: number; heading: string | undefined } | undefined
  system: string | null
  tool: string | null
  text: string
}

/** Returns the message with which a learner asks about a tutorial in Slack. */
export const slackMessage = ({ title, address, step, system, tool, text }: Question): string =>
  [
    title,
    address,
    step && `Stopped after step ${step.number}${step.heading === undefined ? '' : `: ${step.heading}`}`,
    system && `System: ${system}`,
    tool && `Tool: ${tool}`,
    text && `\n${text}`,
  ]
    .filter(Boolean)
    .join('\n')
