import { COURSES, type CourseId, FIRST_COURSE, isCourseId } from '@academy/catalog'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { env } from '../../env.ts'
import { coursesQuery } from './course-queries.ts'

/** Returns the id of the course that the address names; that of the Master Course on other pages. */
const useShownCourseId = (): string => useParams().courseId?.trim() || env.masterCourseId

/** Returns the product of the shown course; undefined while that is unknown, which the Master Course never is. */
export function useShownProduct(): CourseId | undefined {
  const courseId = useShownCourseId()
  const isFirst = courseId === env.masterCourseId
  const { data } = useQuery({ ...coursesQuery(), enabled: !isFirst })
  if (isFirst) return FIRST_COURSE
  const product = data?.find(({ id }) => id === courseId)?.product
  return product !== undefined && isCourseId(product) ? product : undefined
}

/** Returns what the shown course is called within a sentence: 'the Master Course'. */
export function useShownCourseName(): string {
  const product = useShownProduct()
  return product ? COURSES[product].inText : 'the course'
}
