import { COURSES, type Entitlement, forCourses, whatUnlocksCourse } from '@academy/catalog'

/** The messages for accounts that lack an entitlement. */
export const WHAT_UNLOCKS: Readonly<Record<Entitlement, string>> = {
  ...forCourses((id) => `This is part of ${COURSES[id].inText}. You can open it with ${whatUnlocksCourse(id)}.`),
  resources: 'The Prompt Library is part of Vibe Coding Studio. You can open it with Vibe Coding Studio or the bundle.',
  my_prompts: 'My Prompts is part of Vibe Coding Studio. You can open it with Vibe Coding Studio or the bundle.',
  slack_premium: 'Premium Slack Support is part of Vibe Coding Studio. You can open it with Vibe Coding Studio or the bundle.',
  slack_standard: 'The community is for members. You can open it with the Master Course, Vibe Coding Studio or the bundle.',
  aha_sessions: 'This is for guests of the academy. You can open it with VIP access.',
}
