import { useSession } from '../../session/session.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'

type PasswordFieldProps = { password: string; error: string | undefined; onChange: (password: string) => void }

const focus = (input: HTMLInputElement | null) => input?.focus()

/** Asks for the password, because the API requires a more recent sign-in. It takes the focus when it appears. */
export function PasswordField({ password, error, onChange }: PasswordFieldProps) {
  const { session } = useSession()
  return (
    <>
      {/* Password managers store the password under this name, instead of that of the token. */}
      <input type="text" name="username" autoComplete="username" value={session?.user.email ?? ''} readOnly hidden />
      <Field label="Password" hint="You signed in a while ago. Confirm that it's you." error={error}>
        <PasswordInput
          ref={focus}
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => onChange(event.target.value)}
        />
      </Field>
    </>
  )
}
