export type Mail = { subject: string; text: string; html: string }

type Letter = { subject: string; heading: string; paragraphs: string[]; button: string; link: string; lifetime: string; otherwise: string }

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

const duration = (seconds: number): string => {
  const [amount, unit] = seconds >= 3600 ? [seconds / 3600, 'hour'] : [seconds / 60, 'minute']
  const rounded = Math.max(1, Math.round(amount))
  return rounded === 1 ? `one ${unit}` : `${rounded} ${unit}s`
}

const paper = '#faf8f3'
const ink = '#1d1b16'
const quiet = '#5c5749'
const paragraph = (text: string, colour = ink) => `<p style="margin:0 0 16px;color:${colour}">${escaped(text)}</p>`

const compose = (letter: Letter): Mail => {
  const { subject, heading, paragraphs, button, link, lifetime, otherwise } = letter
  const validity = `The link works once, for ${lifetime}.`
  return {
    subject,
    text: `${[heading, ...paragraphs, `${button}:\n${link}`, validity, otherwise, 'Vibe Coding Academy'].join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(subject)}</title></head>
<body style="margin:0;background:${paper};color:${ink};font:16px/1.5 ui-sans-serif,system-ui,sans-serif">
<div style="max-width:520px;margin:0 auto;padding:40px 24px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:1.25">${escaped(heading)}</h1>
${paragraphs.map((text) => paragraph(text)).join('\n')}
<p style="margin:24px 0"><a href="${escaped(link)}" style="display:inline-block;padding:12px 20px;border-radius:6px;background:${ink};color:${paper};font-weight:600;text-decoration:none">${escaped(button)}</a></p>
${paragraph(`${validity} If the button does not work, copy this address into your browser:`, quiet)}
<p style="margin:0 0 16px;word-break:break-all"><a href="${escaped(link)}" style="color:${ink}">${escaped(link)}</a></p>
${paragraph(otherwise, quiet)}
<p style="margin:32px 0 0;color:${quiet}">Vibe Coding Academy</p>
</div>
</body>
</html>
`,
  }
}

export const confirmationMail = (link: string, lifetimeSeconds: number): Mail =>
  compose({
    subject: 'Confirm your email address',
    heading: 'One step to your account',
    paragraphs: ['You signed up for Vibe Coding Academy with this address. Confirm it, and you can open your first tutorial.'],
    button: 'Confirm email address',
    link,
    lifetime: duration(lifetimeSeconds),
    otherwise: 'If it was not you, ignore this mail: without the confirmation nobody can use the account.',
  })

export const recoveryMail = (link: string, lifetimeSeconds: number): Mail =>
  compose({
    subject: 'Choose a new password',
    heading: 'Choose a new password',
    paragraphs: ['Somebody, most likely you, asked for a new password for your Vibe Coding Academy account.'],
    button: 'Choose a new password',
    link,
    lifetime: duration(lifetimeSeconds),
    otherwise: 'If it was not you, ignore this mail: your password stays as it is.',
  })
