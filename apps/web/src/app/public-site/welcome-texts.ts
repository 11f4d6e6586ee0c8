import { GUARANTEE_DAYS, MAX_SEATS, MIN_SEATS, OFFERS, SEAT_DISCOUNTS, STUDIO_GIFTS } from '@academy/catalog'
import { signupContent } from '../../features/auth/signup-content.ts'

/** The texts of the welcome page. */
export const welcomeTexts = {
  title: 'Build software with AI coding tools',
  promise: signupContent.promise,
  summary:
    'A course for product managers. You decide what to build and check that it works; an AI coding tool writes the code. The course gives you the prompts, ready to copy.',
  steps: [
    {
      title: 'Start from a problem you know',
      text: 'You write a short brief, cut it down, and turn wishes into checks that anyone can run.',
    },
    {
      title: 'Build it in small slices',
      text: 'You give the tool one step at a time, see it work in your browser, and only then ask for the next.',
    },
    {
      title: 'Make it safe to use',
      text: 'You store data, let people sign in, find mistakes, and know when to bring in an engineer.',
    },
  ],
  questions: [
    {
      question: 'Do I have to know how to program?',
      answer:
        'No. You need to be able to say what a product should do and check whether it does. The course explains the code you meet along the way.',
    },
    {
      question: 'What do I need besides the course?',
      answer:
        'A computer on which you may install programs, and an AI coding tool, whose smallest paid plan costs about 20 US dollars a month. To put the board online, plan for a host with a disk, 5 to 15 US dollars a month, and a place for copies and a checking service, 0 to 5. An account for Git and a sign-in provider cost nothing. These are estimates of November 2026.',
    },
    {
      question: 'Is the Master Course a subscription?',
      answer: `No. You pay once and keep it. ${OFFERS.studio.title} is a monthly subscription, which you can cancel at any time for the end of the month you paid for.`,
    },
    {
      question: "What if it's not for me?",
      answer: `You can get a full refund of the course within ${GUARANTEE_DAYS} days of buying, as long as you haven't opened a paid tutorial or downloaded a paid project. The guarantee is once per person. You can also read the free tutorials first.`,
    },
    {
      question: 'Can I buy it for a team, or as a gift?',
      answer: `Yes, beside the prices in your account. If you buy ${MIN_SEATS} to ${MAX_SEATS} seats, each costs up to ${SEAT_DISCOUNTS.at(-1)?.percent}% less. You invite your team by email or by a link, and see who started and finished, nothing else. A gift reaches one person on the day that you choose, with your message and without the price: the course, or the Studio for ${new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(Object.values(STUDIO_GIFTS).map(String))} months, which end without a card.`,
    },
    {
      question: 'Do I get an invoice?',
      answer: 'Yes. Invoices are available after the purchase. Prices include any tax.',
    },
    {
      question: 'Do I get a certificate?',
      answer: 'Yes. When you have completed every tutorial you get a certificate with a web address that anyone can check.',
    },
  ],
} as const
