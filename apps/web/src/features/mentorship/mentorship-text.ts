/** The points of 'How It Works' (MENT-03, MENT-04). */
export const howItWorks = [
  ['Weekly Selection', 'Each week, three premium subscribers are randomly picked for a 30-minute one-on-one session.'],
  ['Personalized Guidance', "30 minutes on your project: what to build next, what to cut, where you're stuck."],
  ['Flexible Registration', 'Enter the weeks that suit you. Skipping one costs nothing.'],
] as const

/** MENT-21..24. The advice on what to prepare is our own (D-82). */
export const questions = [
  {
    id: 'selection',
    question: 'How are the winners selected?',
    answer: 'At random, among the premium subscribers who registered for that week.',
  },
  { id: 'several', question: 'Can I register for multiple weeks?', answer: 'Yes. Register for as many weeks as you want.' },
  {
    id: 'selected',
    question: "What happens if I'm selected?",
    answer: "We'll email you a calendar invite for your 30-minute session.",
  },
  {
    id: 'prepare',
    question: 'What should I prepare?',
    answer: "Your biggest open question, and something to show: a prototype, a prompt that doesn't work, or your brief.",
  },
] as const
