import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Field, TextInput } from './field.tsx'
import { PasswordInput } from './password-input.tsx'
import { Select } from './select.tsx'

const describedBy = (control: HTMLElement) =>
  control
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent)

test('labels a control by its field and describes it by its error, then its hint', () => {
  render(
    <Field label="Email" hint="We never share it" error="Enter your email address.">
      <TextInput type="email" />
    </Field>,
  )
  const input = screen.getByLabelText('Email')
  expect(input.getAttribute('aria-invalid')).toBe('true')
  expect(describedBy(input)).toEqual(['Enter your email address.', 'We never share it'])
})

test('adds no description without hint and error', () => {
  render(
    <Field label="Job title">
      <Select options={[['other', 'Other']]} />
    </Field>,
  )
  const select = screen.getByLabelText('Job title')
  expect([select.getAttribute('aria-invalid'), select.getAttribute('aria-describedby')]).toEqual([null, null])
})

test('hides a password until its button shows it', () => {
  render(
    <Field label="Password">
      <PasswordInput />
    </Field>,
  )
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  fireEvent.click(screen.getByRole('button', { name: 'Show password' }))
  expect(input.type).toBe('text')
  fireEvent.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(input.type).toBe('password')
})
