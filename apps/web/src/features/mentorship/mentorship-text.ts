/** The three points of 'How It Works' (MENT-03, MENT-04). */
export const points = [
  ['Weekly Selection', 'Each week, three premium subscribers are randomly picked for a 30-minute one-on-one session.'],
  ['Personalized Guidance', 'Half an hour on your project alone: what to build next, what to leave out, where you are stuck.'],
  ['Flexible Registration', 'Register for the weeks that suit you. Skip the others; nothing is lost.'],
] as const

/** MENT-21..24; what to prepare is our own advice (D-82). */
export const questions = [
  {
    id: 'selection',
    question: 'How are the winners selected?',
    answer: 'At random, among the premium subscribers who registered for that week.',
  },
  { id: 'several', question: 'Can I register for multiple weeks?', answer: 'Yes. Register for as many weeks as you want.' },
  {
    id: 'selected',
    question: 'What happens if I am selected?',
    answer: 'You get an e-mail with a calendar invite for your 30-minute session.',
  },
  {
    id: 'prepare',
    question: 'What should I prepare?',
    answer: 'One question that decides what you do next, and something to look at: a prototype, a prompt that does not work, or the brief.',
  },
] as const
