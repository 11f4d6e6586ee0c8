import { matchPath, matchRoutes } from 'react-router'
import { expect, test } from 'vitest'
import { paths, routes } from './paths.ts'

test('ROUTE-10 builds paths that match the router’s patterns', () => {
  const built: Record<string, string> = {
    [routes.home]: paths.home(),
    [routes.signup]: paths.signup(),
    [routes.login]: paths.login(),
    [routes.resetPassword]: paths.resetPassword(),
    [routes.confirm]: paths.confirm(),
    [routes.dashboard]: paths.dashboard(),
    [routes.courses]: paths.courses(),
    [routes.course]: paths.course(),
    [routes.session]: paths.session('c1', 's1'),
    [routes.tutorial]: paths.tutorial('c1', 's1', 't1'),
    [routes.resources]: paths.resources(),
    [routes.resource]: paths.resource('r1'),
    [routes.myPrompts]: paths.myPrompts(),
    [routes.myPrompt]: paths.myPrompt('p1'),
    [routes.community]: paths.community(),
    [routes.premiumSlack]: paths.premiumSlack(),
    [routes.coderBoards]: paths.coderBoards(),
    [routes.mentorship]: paths.mentorship(),
    [routes.settings]: paths.settings(),
    [routes.authorGuide]: paths.authorGuide(),
    [routes.content]: paths.content(),
    [routes.contentPreview]: paths.contentPreview('page'),
    [routes.accounts]: paths.accounts(),
    [routes.account]: paths.account('a1'),
  }
  for (const [pattern, path] of Object.entries(built)) expect(matchPath(pattern, path)?.pathname).toBe(path)
  const oldAddresses = [routes.oldCourse, routes.oldSession, routes.oldTutorial]
  expect(Object.values(routes).filter((route) => !(route in built))).toEqual(oldAddresses)
})

test('ROUTE-15 CONST-04 defaults to the fixed course', () => {
  expect(paths.course()).toBe('/courses/master-course')
})

test('encodes ids so that the router decodes them unchanged', () => {
  const ids = { courseId: 'a/b', sessionId: 'c d', tutorialId: 'é?#%' }
  const [match] = matchRoutes([{ path: routes.tutorial }], paths.tutorial(ids.courseId, ids.sessionId, ids.tutorialId)) ?? []
  expect(match?.params).toEqual(ids)
})
