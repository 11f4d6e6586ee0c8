import { matchPath, matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { pages } from './pages.ts'
import { paths } from './paths.ts'

test.each(Object.entries(pages))('ROUTE-10 %s: the built path matches the pattern of the router', (name, { path }) => {
  const parameters = [...path.matchAll(/:(\w+)/g)].map(([, parameter = '']) => parameter)
  const built = (paths[name as keyof typeof paths] as (...ids: string[]) => string)(...parameters)
  expect(matchPath(path, built)?.params).toEqual(Object.fromEntries(parameters.map((parameter) => [parameter, parameter])))
})

test('the router tells all patterns apart', () => {
  const patterns = Object.values(pages).map(({ path }) => path.replace(/:\w+/g, ':id'))
  expect(new Set(patterns).size).toBe(patterns.length)
})

test('ROUTE-15 CONST-04 defaults to the fixed course', () => {
  expect(paths.course()).toBe('/courses/master-course')
})

test('encodes ids so that the router decodes them unchanged', () => {
  const ids = { courseId: 'a/b', sessionId: 'c d', tutorialId: 'é?#%' }
  const built = paths.tutorial(ids.courseId, ids.sessionId, ids.tutorialId)
  expect(built).toBe('/courses/a%2Fb/sessions/c%20d/tutorials/%C3%A9%3F%23%25')
  const [match] = matchRoutes([{ path: pages.tutorial.path }], built) ?? []
  expect(match?.params).toEqual(ids)
})
