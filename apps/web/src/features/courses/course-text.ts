import type { Course } from '@academy/contract'
import { textOf } from '../../api/rich-text.ts'

type Properties = Partial<Course['properties']>

/** Title and description of a course, with words for what is missing (COURSE-02, COURSE-03). Some servers answer the properties bare (D-38). */
export function courseText(course: Course | Properties) {
  const { Name, Text }: Properties = 'properties' in course ? course.properties : course
  return {
    title: textOf(Name?.title) || 'Untitled Course',
    description: textOf(Text?.rich_text) || 'No description available',
  }
}
