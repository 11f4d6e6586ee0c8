import type { Course } from '@academy/contract'
import { ApiError } from '../../api/api-error.ts'
import { richTextToString } from '../../api/rich-text.ts'

type Properties = Partial<Course['properties']>

/** Returns title and description with fallbacks. Accepts a course with or without its `properties` wrapper. */
export function courseText(course: Course | Properties) {
  const { Name, Text }: Properties = 'properties' in course ? course.properties : course
  return {
    title: richTextToString(Name?.title) || 'Untitled Course',
    description: richTextToString(Text?.rich_text) || 'No description available',
  }
}

/** Returns the message of a failed load. A 200 without a course and without a message means that there is none. */
export const courseErrorText = (error: Error): string =>
  error instanceof ApiError && error.hasDefaultMessage && error.status === 200 ? 'Course not found' : error.message
