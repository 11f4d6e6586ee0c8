import { MASTER_COURSE_ID } from '@academy/catalog'
import { emailAddress } from '@academy/contract/text'
import { z } from 'zod'
import { defineSection, urlMode } from './setting.ts'
import { contacts, httpUrl, invitation, legalPage, webOrigin } from './values.ts'

export const ACADEMY = defineSection({
  title: 'The academy',
  about: '',
  readers: ['api'],
  settings: {
    WEB_ORIGIN: {
      schema: webOrigin,
      readers: ['api', 'compose'],
      purpose: 'URL of the academy. Only pages of this origin may call the API, and links in mails and payments lead back to it',
      ifUnset: 'the API does not start',
      value: 'your domain, with https and without a path',
      example: 'https://academy.example.com',
      mode: urlMode,
    },
    ADMIN_EMAIL: {
      schema: emailAddress('is not an email address. Set it to the address of the administrator, or leave it out.').optional(),
      purpose: 'email address of the administrator; works only together with ADMIN_ACCOUNT_ID',
      ifUnset: 'no account is the administrator; operators manage content and accounts by commands',
      value: '`npx -y pnpm@10 academy admin:appoint <email>` prints it; use an address whose mail you read',
      example: 'you@example.com',
    },
    ADMIN_ACCOUNT_ID: {
      schema: z
        .guid('is not an account id. Run `npx -y pnpm@10 academy admin:appoint <email>`, which prints it, or leave it out.')
        .optional(),
      purpose: 'account id of the administrator. Anyone can sign up with an address, so the address alone gives no rights',
      ifUnset: 'no account is the administrator',
      value: '`npx -y pnpm@10 academy admin:appoint <email>` prints it, and mails the administrator a link to choose a new password',
      example: '0b9f4f0a-6c1e-4d53-9a39-3f7d5a0c2e11',
    },
    MASTER_COURSE_ID: {
      schema: z
        .string()
        .regex(/^[A-Za-z0-9_-]{1,100}$/, 'may have only letters, digits, - and _.')
        .default(MASTER_COURSE_ID),
      purpose: 'id of the course in URLs',
      value: 'the same value as VITE_MASTER_COURSE_ID; choose it before you share links',
    },
    SLACK_STANDARD_URL: {
      schema: invitation.optional(),
      purpose: 'invitation link to the community',
      ifUnset: 'the community page says that there is no community yet',
      value: 'Slack: Invite people, Copy invite link, set to never expire',
    },
    SLACK_PREMIUM_URL: {
      schema: invitation.optional(),
      purpose: 'invitation link to premium support',
      ifUnset: 'the page says that there is no premium support yet',
      value: 'Slack: Invite people, Copy invite link, set to never expire',
    },
    SECURITY_CONTACT: {
      schema: contacts,
      purpose: 'address for reports of security problems, published in /.well-known/security.txt',
      ifUnset: 'the file does not exist',
      value: 'an address whose mail you read; several have commas between them',
      example: 'mailto:security@example.com',
    },
    SECURITY_POLICY_URL: {
      schema: httpUrl('the address of the page that says how to report security problems').optional(),
      purpose: 'URL of the rules for reports of security problems',
      ifUnset: "the web app's /security-policy.txt",
      value: 'a page of yours',
    },
    SECURITY_LANGUAGES: {
      schema: z
        .string()
        .regex(/^[A-Za-z-]{2,35}(\s*,\s*[A-Za-z-]{2,35})*$/, 'must be language tags separated by commas, such as en, de.')
        .default('en'),
      purpose: 'languages in which you accept such reports',
      value: 'language tags separated by commas, such as en, de',
    },
  },
})

export const WEB_APP = defineSection({
  title: 'The web app',
  about: 'These values are public. The web server reads them when it starts; without a web server the build reads them.',
  readers: ['web app'],
  settings: {
    VITE_AUTH_ANON_KEY: {
      purpose: 'public key of the auth project; gives no rights by itself',
      ifUnset: 'hosted Supabase refuses every sign-in',
      value: 'Supabase: Project Settings, API Keys, the publishable key (or anon)',
      example: 'sb_publishable_…',
    },
    VITE_AUTH_URL: {
      encrypted: true,
      purpose: 'URL of the auth service for browsers',
      ifUnset: '/auth/v1 of the academy, which the web server forwards to AUTH_UPSTREAM',
      value: 'SUPABASE_URL with /auth/v1',
      example: 'https://abcdefgh.supabase.co/auth/v1',
      mode: urlMode,
    },
    VITE_WEB_ORIGIN: {
      encrypted: true,
      purpose: 'absolute URLs in previews of shared links, and the header that makes browsers use only https',
      ifUnset: 'previews have no picture, public pages name paths instead of URLs, and the header is missing',
      value: 'the same value as WEB_ORIGIN',
      example: 'https://academy.example.com',
    },
    VITE_ACADEMY_NAME: {
      schema: z.string().default('Vibe Coding Academy'),
      readers: ['web app', 'api'],
      purpose: 'name of the academy in titles, headings and mails',
      ifUnset: 'Vibe Coding Academy',
      value: 'your choice',
    },
    VITE_API_URL: {
      encrypted: true,
      purpose: 'URL of the API for browsers, if the API has its own origin',
      ifUnset: '/api of the academy',
      value: 'the same value as PUBLIC_API_URL',
    },
    VITE_MASTER_COURSE_ID: {
      purpose: 'id of the course in URLs',
      ifUnset: 'master-course',
      value: 'the same value as MASTER_COURSE_ID',
    },
    VITE_AUTHORS: {
      purpose: 'the authors of the course on the welcome page, separated by " | "',
      ifUnset: 'the welcome page names no author',
      value: 'for example "Ada Example, product manager for 15 years | Bob Example, engineer"',
    },
    VITE_TERMS_URL: {
      schema: legalPage('the address of your terms').optional(),
      readers: ['web app', 'api'],
      purpose: 'URL of your terms: linked on all public pages, at sign-up and in the billing portal, and agreed to at the checkout',
      ifUnset: 'there is no link, and buyers agree to no terms; doctor refuses a live Stripe key',
      value:
        'a page of yours; enter it in the Stripe dashboard as well: Settings, Public details. Not legal advice: ask a lawyer for the text',
      example: 'https://example.com/terms',
    },
    VITE_PRIVACY_URL: {
      schema: legalPage('the address of your privacy policy').optional(),
      readers: ['web app', 'api'],
      purpose: 'URL of your privacy policy, linked in the same places',
      ifUnset: 'there is no link; doctor refuses a live Stripe key',
      value: 'a page of yours',
      example: 'https://example.com/privacy',
    },
    VITE_IMPRINT_URL: {
      schema: legalPage('the address of your imprint').optional(),
      readers: ['web app', 'api'],
      purpose: 'URL of your imprint, with the name, address and contact of the seller',
      ifUnset: 'there is no link; doctor refuses a live Stripe key',
      value: 'a page of yours',
      example: 'https://example.com/imprint',
    },
    VITE_WITHDRAWAL_URL: {
      schema: legalPage('the address of your information on the right of withdrawal').optional(),
      readers: ['web app', 'api'],
      purpose:
        'URL of your information on the right of withdrawal, linked on all public pages and at the checkout; buyers consent to immediate access',
      ifUnset: 'there is no link and no consent; doctor refuses a live Stripe key',
      value: 'a page of yours',
      example: 'https://example.com/withdrawal',
    },
    VITE_TESTIMONIAL_FORM_URL: {
      purpose: 'form for testimonials of learners',
      ifUnset: 'the link leads to https://example.com/',
      value: 'any form service',
    },
    VITE_LAUNCH_DEADLINE: {
      purpose: 'end of the launch; until then the pricing page shows a countdown',
      ifUnset: 'the date of the first launch, which has passed: no countdown',
      value: 'a time with its time zone',
      example: '2027-01-31T22:00:00+01:00',
    },
    VITE_GEO_URL: {
      encrypted: true,
      purpose: 'another service that returns { "country": "FR" }, to choose the first currency',
      ifUnset: "the API's own service",
      value: 'any such service',
    },
    VITE_CHECKOUT_REFERRER: {
      purpose: 'prefix of the checkout URL, by which the web app recognizes returning buyers',
      ifUnset: "Stripe's checkout",
      value: 'only for your own checkout domain at Stripe, or for stand-ins',
    },
    VITE_AMPLITUDE_KEY: {
      purpose: 'Amplitude project (EU zone) for page views, events and session recordings',
      ifUnset: 'no analytics code is loaded, and no data leaves the browser',
      value: 'Amplitude: Settings, Projects, API Key; use separate projects for tests and production',
    },
    VITE_AMPLITUDE_URL: {
      encrypted: true,
      purpose: 'proxy for requests to Amplitude',
      ifUnset: "Amplitude's servers in the EU",
      value: 'your proxy for /2/httpapi and /sessions/v2/track',
    },
    VITE_ANALYTICS_CONSENT: {
      purpose: 'whether the web app asks users for consent before it records anything',
      ifUnset: 'implied: the web app does not ask',
      value: 'implied, or required where the law demands consent',
      example: 'required',
    },
  },
})
