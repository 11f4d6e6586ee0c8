import { studyMinutes } from '@academy/contract/study-time'
import { formatDuration } from './course-outline.ts'

/** Formats the minutes that a tutorial takes in lists; null without any. */
export function formatStudyMinutes(tutorial: Parameters<typeof studyMinutes>[0]): string | null {
  const minutes = studyMinutes(tutorial)
  return minutes === null ? null : formatDuration(minutes)
}

/** Formats what a tutorial takes on its own page: '8 min read · 25 min build', or the minutes of its video; null without any. */
export function formatStudyTime(tutorial: Parameters<typeof studyMinutes>[0]): string | null {
  const { read_minutes, build_minutes } = tutorial
  const parts = [read_minutes && `${formatDuration(read_minutes)} read`, build_minutes && `${formatDuration(build_minutes)} build`]
  return parts.filter(Boolean).join(' · ') || formatStudyMinutes(tutorial)
}
