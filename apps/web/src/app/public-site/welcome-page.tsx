import { CURRENCIES, type Currency, DEFAULT_CURRENCY, formatAmount, GUARANTEE_DAYS, OFFERS, type OfferName } from '@academy/catalog'
import type { PublicCourse, Review } from '@academy/contract'
import type { ReactNode } from 'react'
import { env } from '../../env.ts'
import { CurrencyToggle } from '../../features/billing/currency-toggle.tsx'
import { BundleCard, OfferCard, withBundleSaving } from '../../features/billing/offer-card.tsx'
import { offerTerms } from '../../features/billing/offer-terms.ts'
import { courseContents } from '../../features/courses/course-contents.ts'
import { firstFreeTutorial } from '../../features/courses/course-outline.ts'
import { CourseTotals } from '../../features/courses/course-totals.tsx'
import { paths } from '../../paths.ts'
import { publicPaths } from '../../public-paths.ts'
import { Badge } from '../../ui/badge.tsx'
import { BoardPicture } from '../../ui/board-picture.tsx'
import { buttonClasses } from '../../ui/button-classes.ts'
import { cx } from '../../ui/class-names.ts'
import { formatDay } from '../../ui/format-date.ts'
import { ChevronDown, ShieldCheck } from '../../ui/icons.ts'
import { LabelWithSubject } from '../../ui/label-with-subject.tsx'
import { reviewedBy } from '../../ui/reviewed-by.ts'
import { CopyBlock } from './copy-block.tsx'
import type { ExamplePrompt } from './example-prompt.ts'
import { FreeTools } from './free-tools.tsx'
import { PublicPage } from './public-page.tsx'
import { ServerPrompt } from './server-html.tsx'
import { Section, Syllabus } from './syllabus.tsx'
import { welcomeTexts } from './welcome-texts.ts'

type WelcomePageProps = {
  course: PublicCourse
  reviews: Review[]
  /** Whether the page with the results of tried prompts has any. */
  hasProof: boolean
  examplePrompt: ExamplePrompt | undefined
  /** The academy's own origin; '' if the operator did not set it. */
  origin: string
}

/** The page that sells the academy to visitors. */
export function WelcomePage({ course, reviews, hasProof, examplePrompt, origin }: WelcomePageProps) {
  const free = firstFreeTutorial(course.sessions)
  return (
    <PublicPage>
      <div className="group/prices">
        <Opening firstFreeId={free?.id} course={course} examplePrompt={examplePrompt} />
        <HowItWorks />
        {env.authors && <Authors sentences={env.authors.split(' | ')} />}
        <Syllabus course={course} title={`What you learn in the ${course.name}`} lead={course.description} />
        {course.others.length > 0 && <MoreCourses courses={course.others} />}
        {reviews.length > 0 && <Reviews reviews={reviews} />}
        <Studio library={course.library} hasProof={hasProof} />
        <Prices courseContents={courseContents(course.sessions)} />
        <Questions />
        <Section title="Start with a free tutorial" withoutBar>
          <p className="max-w-prose text-lg text-muted">No card needed. An account saves how far you got.</p>
          <Actions firstFreeId={free?.id} />
          {free && <FreeTools title="Or let your coding tool teach it" origin={origin} headingLevel={3} />}
        </Section>
        <BottomBar />
      </div>
    </PublicPage>
  )
}

const Actions = ({ firstFreeId }: { firstFreeId: string | undefined }) => (
  <div className="mt-6 flex flex-wrap gap-3">
    {firstFreeId && (
      <a href={publicPaths.freeTutorial(firstFreeId)} className={buttonClasses('primary', 'md')}>
        Read a free tutorial
      </a>
    )}
    <a href={paths.signup()} className={buttonClasses('secondary', 'md')}>
      Create your account
    </a>
  </div>
)

/** On phones: the way to the sign-up while no other one is in view. Hidden without JavaScript. */
const BottomBar = () => (
  <div data-bottom-bar hidden className="fixed inset-x-0 bottom-0 z-20 border-t border-rule bg-paper px-4 py-3 sm:hidden print:hidden">
    <a href={paths.signup()} className={buttonClasses('primary', 'md', 'w-full')}>
      Start for free
    </a>
  </div>
)

/** Shows its content in a currency while the radio button of the currency is checked. Tailwind finds only whole class names. */
const shownIfChecked: Record<Currency, string> = {
  eur: 'group-has-[[value=eur]:checked]/prices:visible',
  usd: 'group-has-[[value=usd]:checked]/prices:visible',
}

/** Shows something in each currency, in one place, so that a change of the currency moves nothing. The radio buttons choose by CSS which of them shows. */
const InEachCurrency = ({ children }: { children: (currency: Currency) => ReactNode }) => (
  <div className="grid grid-cols-1 *:col-start-1 *:row-start-1">
    {CURRENCIES.map((currency) => (
      <div key={currency} className={cx('invisible', shownIfChecked[currency])}>
        {children(currency)}
      </div>
    ))}
  </div>
)

const GUARANTEE = `${GUARANTEE_DAYS}-day “haven’t started” money-back guarantee`

type OpeningProps = { firstFreeId: string | undefined; course: PublicCourse; examplePrompt: ExamplePrompt | undefined }

function Opening({ firstFreeId, course, examplePrompt }: OpeningProps) {
  const { promise, summary } = welcomeTexts
  return (
    <div data-without-bar className="bg-grid">
      <div className="mx-auto grid max-w-page items-center gap-10 px-4 py-8 sm:px-8 sm:py-16 lg:grid-cols-2">
        <div>
          <h1 className="font-display text-4xl font-bold tracking-tight text-balance">
            {promise.before}
            <span className="marked">{promise.marked}</span>
          </h1>
          <p className="mt-5 max-w-prose text-lg">{summary}</p>
          <Actions firstFreeId={firstFreeId} />
          <div className="mt-6 flex gap-3">
            <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-positive" />
            <div>
              <InEachCurrency>
                {(currency) => (
                  <p>
                    <a href="#prices" className="text-link">
                      {`${formatAmount(OFFERS.master_course.amounts[currency], currency)} for the ${course.name}`}
                    </a>
                    . {offerTerms('master_course', currency, 'offered')}
                  </p>
                )}
              </InEachCurrency>
              <p className="text-muted">{GUARANTEE}</p>
            </div>
          </div>
          <div className="mt-6">
            <CourseTotals sessions={course.sessions} showFree />
          </div>
        </div>
        <figure className="max-w-[34rem]">
          <BoardPicture />
          {examplePrompt && (
            <>
              <div className="relative -mt-40 mr-8 rounded-lg shadow-floating sm:mr-24 lg:-ml-10">
                <CopyBlock
                  title="A prompt from the course"
                  headingLevel={2}
                  footer={
                    <>
                      From the free tutorial{' '}
                      <a href={publicPaths.freeTutorial(examplePrompt.tutorial.id)} className="text-link">
                        {examplePrompt.tutorial.name}
                      </a>
                    </>
                  }
                >
                  <ServerPrompt html={examplePrompt.html} className="prompt-excerpt" />
                </CopyBlock>
              </div>
              <figcaption className="mt-3 text-sm text-muted">
                <span className="max-lg:hidden">Left: what you ask. Right: what runs at the end.</span>
                <span className="lg:hidden">Above: what runs at the end. Below: what you ask.</span>
              </figcaption>
            </>
          )}
        </figure>
      </div>
    </div>
  )
}

const HowItWorks = () => (
  <Section title="How it works">
    <ol className="grid gap-6 md:grid-cols-3">
      {welcomeTexts.steps.map(({ title, text }, index) => (
        <li key={title} className="border-t-2 border-ink pt-3">
          <span aria-hidden="true" className="font-display font-bold tabular-nums">
            {index + 1}
          </span>
          <h3 className="mt-1 text-lg">{title}</h3>
          <p className="mt-1 text-muted">{text}</p>
        </li>
      ))}
    </ol>
  </Section>
)

const Authors = ({ sentences }: { sentences: string[] }) => (
  <Section title={sentences.length > 1 ? 'The authors' : 'The author'}>
    <ul className="flex max-w-prose flex-col gap-4 text-lg">
      {sentences.map((sentence) => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  </Section>
)

const MoreCourses = ({ courses }: { courses: PublicCourse['others'] }) => (
  <Section title="More courses">
    <ul className="divide-y divide-rule border-y border-rule">
      {courses.map(({ id, name, text, opens_on }) => (
        <li key={id} className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-6 py-3">
          <h3 className="flex flex-wrap items-baseline gap-x-3 text-lg">
            {name}
            {opens_on && <Badge>Opens on {formatDay(opens_on)}</Badge>}
          </h3>
          <a href={publicPaths.course(id)} className="text-link font-semibold">
            <LabelWithSubject label={opens_on ? 'See what is coming' : 'Look inside'} subject={name} />
          </a>
          <p className="col-span-2 hidden max-w-prose text-muted sm:block">{text}</p>
        </li>
      ))}
    </ul>
  </Section>
)

const Reviews = ({ reviews }: { reviews: Review[] }) => (
  <Section title="From those who finished">
    <ul className={cx('grid gap-6 sm:grid-cols-2', reviews.length > 2 && 'lg:grid-cols-3')}>
      {reviews.map((review) => {
        const [who, when] = reviewedBy(review)
        return (
          <li key={review.text}>
            <figure className="border-t-2 border-ink pt-3">
              <blockquote>
                <p className="wrap-anywhere whitespace-pre-line">“{review.text}”</p>
              </blockquote>
              <figcaption className="mt-3 text-sm">
                <span className="font-semibold">{who}</span>, <span className="text-muted">{when}</span>
              </figcaption>
            </figure>
          </li>
        )
      })}
    </ul>
  </Section>
)

const Studio = ({ library: { resources, samples }, hasProof }: { library: PublicCourse['library']; hasProof: boolean }) => (
  <Section title="The Studio, beside the course and after it">
    <p className="max-w-prose text-lg">
      {resources > 0 ? `${resources} prompts for recurring work, ` : 'Prompts for recurring work, '}
      your own prompts beside them, and priority support on Slack.
      {samples.length > 0 && ' These are complete:'}
    </p>
    <ol className="mt-6 flex flex-col gap-4">
      {samples.map(({ id, name, description, prompt }) => (
        <li key={id}>
          <details className="group">
            <summary className="mb-3 flex list-none items-start gap-2 [&::-webkit-details-marker]:hidden">
              <ChevronDown aria-hidden="true" className="mt-1 size-5 shrink-0 -rotate-90 text-muted group-open:rotate-0" />
              <span>
                <span className="font-display text-lg font-bold">{name}</span>
                <span className="hidden text-muted group-open:block sm:block">{description}</span>
              </span>
            </summary>
            <CopyBlock title="Prompt" label={`Prompt: ${name}`}>
              <ServerPrompt html={prompt} />
            </CopyBlock>
          </details>
        </li>
      ))}
    </ol>
    {hasProof && (
      <p className="mt-6">
        <a href={publicPaths.proof} className="text-link">
          What the prompts do, counted
        </a>
      </p>
    )}
  </Section>
)

const Prices = ({ courseContents }: { courseContents: string | undefined }) => (
  <Section id="prices" title="Official Launch Pricing" withoutBar>
    <div className="flex flex-col gap-5">
      <div className="self-start">
        <CurrencyToggle name="currency" value={DEFAULT_CURRENCY} onChange={() => undefined} />
      </div>
      <InEachCurrency>{(currency) => <Offers currency={currency} courseContents={courseContents} />}</InEachCurrency>
      <div className="flex gap-3 border-t border-rule pt-5 text-sm">
        <ShieldCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-positive" />
        <div>
          <p className="font-semibold">{GUARANTEE}</p>
          <p className="mt-0.5 max-w-prose text-muted">
            For the Master Course, alone or in the bundle: a full refund within {GUARANTEE_DAYS} days of buying, as long as you haven't
            opened a paid tutorial or downloaded a paid project. Once per person. Prices include any tax.
          </p>
        </div>
      </div>
    </div>
  </Section>
)

function Offers({ currency, courseContents }: { currency: Currency; courseContents: string | undefined }) {
  const cardProps = (offer: OfferName) => ({
    offer,
    currency,
    headingLevel: 3 as const,
    action: (
      <a href={paths.signup()} className={buttonClasses(offer === 'bundle' ? 'primary' : 'secondary', 'md', 'w-full')}>
        Create an account to buy
      </a>
    ),
    terms: withBundleSaving(offerTerms(offer, currency, 'offered'), offer, currency),
  })
  return (
    <div className="flex flex-col gap-5">
      <BundleCard {...cardProps('bundle')} />
      <div className="grid gap-5 sm:grid-cols-2">
        {(['master_course', 'studio'] as const).map((offer) => (
          <OfferCard key={offer} {...cardProps(offer)} courseContents={courseContents} />
        ))}
      </div>
    </div>
  )
}

const Questions = () => (
  <Section title="Questions">
    <ul className="grid gap-x-10 lg:grid-cols-2">
      {welcomeTexts.questions.map(({ question, answer }) => (
        <li key={question} className="border-t border-rule">
          <details className="group">
            <summary className="flex list-none items-start gap-3 py-3 [&::-webkit-details-marker]:hidden">
              <ChevronDown aria-hidden="true" className="mt-1 size-5 shrink-0 -rotate-90 text-muted group-open:rotate-0" />
              <span className="flex-1 font-display text-lg font-bold">{question}</span>
            </summary>
            <p className="max-w-prose pb-4 pl-8 text-muted">{answer}</p>
          </details>
        </li>
      ))}
    </ul>
  </Section>
)
