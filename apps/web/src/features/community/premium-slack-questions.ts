/** Questions and answers of the page (SLACK-03, D-73). */
export const premiumSlackQuestions = [
  {
    id: 'how-fast',
    question: 'How fast do I get an answer?',
    answer: 'Within 24 hours. The team reads every question and answers it in the channel where you asked.',
  },
  {
    id: 'what-to-ask',
    question: 'What can I ask?',
    answer:
      'Anything blocking your project: a prompt that misbehaves, an error you don’t understand, or a choice between two ways to build something.',
  },
  {
    id: 'how-to-ask',
    question: 'How do I get a useful answer?',
    answer: 'Paste the prompt, its output, and what you expected instead. A link to the code or a screenshot helps us answer faster.',
  },
  {
    id: 'how-long',
    question: 'How long do I have access?',
    answer: 'As long as your Studio subscription runs. The community stays open to you with the Master Course too.',
  },
] as const
