import { vi } from 'vitest'

vi.mock('@academy/catalog/courses', async (original) => {
  const { threeCourses } = await import('@academy/catalog/testing/three-courses')
  return threeCourses(await original())
})
