import type { CourseProgress } from '@academy/contract'

/** Says where a coding tool stopped to teach a tutorial that is not done. */
export function StoppedInTool({ progress, tutorialId }: { progress: CourseProgress; tutorialId: string }) {
  const tutorial = progress.tutorials.find(({ tutorial_id }) => tutorial_id === tutorialId)
  // An API of the version before sends no place.
  if (!tutorial?.place || tutorial.state === 'done') return null
  const { step, program } = tutorial.place
  return (
    <p className="text-sm text-muted">
      You stopped after step {step}
      {program && ` in ${program}`}.
    </p>
  )
}
