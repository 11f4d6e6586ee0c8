import type { Page } from '@playwright/test'
import { expect, freshEmail, openDashboard, PASSWORD } from '../fixtures/test.ts'
import { webUrl } from '../fixtures/urls.ts'
import { at, type Screen } from './screen.ts'

const settings = at('/settings', /Settings/)
const openMenu = (page: Page) => page.getByRole('button', { name: 'Open menu' }).click()
const openUserMenu = async (page: Page) => {
  await page.getByRole('button', { name: /learner@academy\.test/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign Out' })).toBeVisible()
}

/** Screens of the sidebar, its menus, the search palette and the settings. */
export const shellScreens: Screen[] = [
  {
    name: 'the menu before sign-in',
    isOfPhones: true,
    open: async (page) => {
      await page.goto(webUrl('/login'))
      await openMenu(page)
      await expect(page.getByText('Sign in to see the menu.')).toBeVisible()
    },
  },
  {
    name: 'sign-up, refused, then done',
    open: async (page) => {
      await page.goto(webUrl('/signup'))
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByText('Enter your email address.')).toBeVisible()
      await page.getByLabel('Email', { exact: true }).fill(freshEmail('axe'))
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Create account' }).click()
      await expect(page.getByRole('dialog', { name: 'Verify Your Email' })).toBeVisible()
    },
  },
  {
    name: 'the search palette',
    as: 'learner@academy.test',
    open: async (page) => {
      await openDashboard(page)
      await page.keyboard.press('Control+K')
      await page.getByRole('combobox', { name: 'Search everything' }).fill('brief without fear')
      await expect(page.getByRole('option', { name: /Locked/ }).first()).toBeVisible()
    },
  },
  {
    name: 'the user menu',
    as: 'learner@academy.test',
    open: async (page) => {
      await openDashboard(page)
      await openUserMenu(page)
    },
  },
  {
    name: 'the collapsed sidebar',
    as: 'learner@academy.test',
    open: async (page) => {
      await openDashboard(page)
      await page.getByRole('button', { name: 'Collapse sidebar' }).click()
      await expect(page.getByRole('button', { name: 'Expand sidebar' })).toBeVisible()
    },
  },
  {
    name: 'the drawer, with the user menu',
    as: 'learner@academy.test',
    isOfPhones: true,
    open: async (page) => {
      await openDashboard(page)
      await openMenu(page)
      await openUserMenu(page)
    },
  },
  {
    name: 'settings, refused',
    as: 'learner@academy.test',
    open: async (page) => {
      await settings(page)
      await page.getByLabel('First name').fill(' ')
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByText('Update Failed')).toBeVisible()
    },
  },
  {
    name: 'account deletion, with a wrong password',
    as: 'learner@academy.test',
    open: async (page) => {
      await settings(page)
      await page.getByRole('button', { name: 'Delete account' }).click()
      const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
      await dialog.getByLabel('Password', { exact: true }).fill('not the password')
      await dialog.getByRole('button', { name: 'Delete my account' }).click()
      await expect(dialog.getByText("That's not your password.")).toBeVisible()
    },
  },
  {
    name: 'data export, failed',
    as: 'learner@academy.test',
    open: async (page) => {
      await page.route('**/api/accounts/export', (route) => route.fulfill({ status: 400, json: {} }))
      await settings(page)
      await page.getByRole('button', { name: 'Download my data' }).click()
      await expect(page.getByText("We couldn't download your data")).toBeVisible()
    },
  },
  {
    name: 'a prompt that is about to be discarded',
    as: 'studio@academy.test',
    open: async (page) => {
      await page.goto(webUrl('/my-prompts'))
      await page.getByRole('button', { name: 'New Prompt' }).click()
      await page.getByLabel('Title').fill('Half a thought')
      await page.keyboard.press('Escape')
      await expect(page.getByRole('alertdialog')).toBeVisible()
    },
  },
  {
    name: 'the offline notice',
    as: 'learner@academy.test',
    open: async (page) => {
      await openDashboard(page)
      await page.waitForLoadState('networkidle')
      await page.context().setOffline(true)
      await expect(page.getByText("You're offline.", { exact: false })).toBeVisible()
    },
  },
]
