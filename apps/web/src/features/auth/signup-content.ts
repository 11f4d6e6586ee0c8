/** Every word of the panel beside the sign-up form (D-21). The owner replaces the testimonial by a real one and drops its mark. */
export const signupContent = {
  promise: { before: 'From product idea to ', marked: 'working software' },
  points: [
    {
      title: 'Build along, one step at a time',
      text: 'Short tutorials, each with its goal, its tools and the exact prompt that did the work.',
    },
    {
      title: 'Prompts to read, copy and change',
      text: 'Nothing is hidden: every prompt is there in full, with code that came out of it.',
    },
    {
      title: 'Begin with the free tutorials',
      text: 'They are open as soon as you have an account. No card needed.',
    },
  ],
  testimonial: {
    quote: 'I had written specifications for eleven years. In the second week I built the tool that my team now opens every morning.',
    name: 'Maren Holt',
    role: 'Product Manager',
    isSample: true,
  },
} as const
