import type { Course } from '@academy/contract'
import { textOf } from '../../api/rich-text.ts'

/** Title and description of a course, with words for what is missing (COURSE-02, COURSE-03). */
export const courseText = ({ properties }: Course) => ({
  title: textOf(properties.Name.title) || 'Untitled Course',
  description: textOf(properties.Text.rich_text) || 'No description available',
})
