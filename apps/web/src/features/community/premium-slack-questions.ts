/** Asked before and after joining; the first promise is the one that is kept (SLACK-03, D-73). */
export const premiumSlackQuestions = [
  {
    id: 'how-fast',
    question: 'How fast do I get an answer?',
    answer: 'Within 24 hours. Somebody from the team reads every question, and answers it in the channel where you asked.',
  },
  {
    id: 'what-to-ask',
    question: 'What can I ask?',
    answer:
      'Anything that keeps your project from moving: a prompt that does not do what you mean, an error that you do not understand, a decision between two ways to build something.',
  },
  {
    id: 'how-to-ask',
    question: 'How do I ask so that the answer fits?',
    answer:
      'Paste the prompt, what came back, and what you expected instead. A link to the code or a screenshot saves a round of questions.',
  },
  {
    id: 'how-long',
    question: 'How long do I have access?',
    answer: 'As long as your Studio subscription runs. The community stays open to you with the Master Course as well.',
  },
] as const
