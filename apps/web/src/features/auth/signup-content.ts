/** Texts of the panel beside the sign-up form. The testimonial is shown until there is a review. */
export const signupContent = {
  promise: { before: 'From product idea to ', marked: 'working software' },
  points: [
    {
      title: 'Build along, one step at a time',
      text: 'Short tutorials with a goal and the tools you need. Most come with the exact prompt.',
    },
    {
      title: 'Prompts to read, copy and change',
      text: 'Prompts are shown in full, many with a code sample.',
    },
    {
      title: 'Start with the free tutorials',
      text: 'Read them now, without an account or a card.',
    },
  ],
  testimonial: {
    quote: 'I had written specifications for eleven years. In the second week I built the tool that my team now opens every morning.',
    name: 'Maren Holt',
    role: 'Product Manager',
  },
} as const
