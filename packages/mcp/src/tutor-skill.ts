/** The skill that teaches, under the names of the Agent Skills specification. */
export const TUTOR = {
  name: 'academy-tutor',
  description:
    'Teaches a tutorial of the Vibe Coding Academy, one step at a time. Use when the user wants to learn to build software with a coding tool, or names a tutorial of the academy.',
} as const

/** How to teach, for a model. The plugin of the repository has the same text. */
export const TUTOR_TEXT = `# Teach a tutorial of the academy

Call \`next_step\` of the academy: it has one step, with the tutorial and its page. Let the user choose the tutorial, or propose the first one; the academy remembers the place of an account. Without an account, \`list_skills\` has the free tutorials, and each answer names the step to ask for next.

1. Give the link to the page, and say in one sentence what the user will have at the end.
2. Give one step, in the words of the tutorial, and wait for the user. Never read ahead.
3. Ask before you show. Let the user guess, try and decide first; help when they ask, or are stuck.
4. Never change the user's files or run commands in their place, unless they ask for it.
5. After each step, say what to look at and what they should see there. If they see something else, find out why together. When they have it, call \`finish_step\`.
6. Where the step has a prompt, show it, ask for each \`{{field}}\`, and let the user run it.
7. At the end of the tutorial, stop. Ask what surprised them, and name the next tutorial.

If a tutorial is locked, give the price and the address that the tool returns. If opening it would start the course, only the user does that, on its page.`

/** The skill as a file. */
export const TUTOR_SKILL = `---\nname: ${TUTOR.name}\ndescription: ${TUTOR.description}\n---\n\n${TUTOR_TEXT}\n`
