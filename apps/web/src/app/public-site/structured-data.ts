import { CURRENCIES, FIRST_COURSE, isCourseId, OFFERS, type OfferName } from '@academy/catalog'
import type { PublicCourse, PublicTutorial, Review } from '@academy/contract'
import { studyMinutes } from '@academy/contract/study-time'
import { courseTotals } from '../../features/courses/course-outline.ts'
import { publicPaths } from '../../public-paths.ts'
import { reviewedBy } from '../../ui/reviewed-by.ts'
import { welcomeTexts } from './welcome-texts.ts'

type Site = { name: string; origin: string }

const offersOf = (offer: OfferName, url: string) =>
  CURRENCIES.map((currency) => ({
    '@type': 'Offer',
    name: OFFERS[offer].title,
    category: 'Paid',
    price: (OFFERS[offer].amounts[currency] / 100).toFixed(2),
    priceCurrency: currency.toUpperCase(),
    url,
  }))

const instanceOf = ({ sessions }: PublicCourse) => ({
  '@type': 'CourseInstance',
  courseMode: 'Online',
  courseWorkload: `PT${Math.max(1, Math.round(courseTotals(sessions).minutes / 60))}H`,
})

/** Returns the schema.org data of the page of a further course; without an offer until it opens. */
export function courseData(course: PublicCourse, { name, origin }: Site): object {
  const url = origin + publicPaths.course(course.id)
  const isOnSale = course.opens_on === null && course.product !== null && isCourseId(course.product)
  return {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.name,
    description: course.description,
    url,
    provider: { '@type': 'Organization', name, url: origin + publicPaths.welcome },
    ...(isOnSale && { offers: offersOf(course.product as OfferName, url) }),
    hasCourseInstance: instanceOf(course),
  }
}

/** Returns the schema.org data of the welcome page: the course with its offers and reviews, and the questions. */
export const welcomeData = (course: PublicCourse, reviews: Review[], { name, origin }: Site): object[] => [
  {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.name,
    description: course.description,
    url: origin + publicPaths.welcome,
    provider: { '@type': 'Organization', name, url: origin + publicPaths.welcome },
    offers: [FIRST_COURSE, 'bundle' as const].flatMap((offer) => offersOf(offer, `${origin}${publicPaths.welcome}#prices`)),
    ...(reviews.length > 0 && {
      review: reviews.map((review) => ({
        '@type': 'Review',
        reviewBody: review.text,
        author: { '@type': 'Person', name: reviewedBy(review)[0] },
      })),
    }),
    hasCourseInstance: instanceOf(course),
  },
  {
    '@context': 'https://schema.org',
    '@type': 'FAQPage',
    mainEntity: welcomeTexts.questions.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  },
]

/** Returns a free tutorial as a learning resource of schema.org. */
export function tutorialData(tutorial: PublicTutorial, site: Site): object {
  const { id, name, description, course } = tutorial
  const minutes = studyMinutes(tutorial)
  return {
    '@context': 'https://schema.org',
    '@type': 'LearningResource',
    name,
    description,
    url: site.origin + publicPaths.freeTutorial(id),
    isAccessibleForFree: true,
    learningResourceType: 'Tutorial',
    ...(minutes !== null && { timeRequired: `PT${minutes}M` }),
    isPartOf: { '@type': 'Course', name: course.name, provider: { '@type': 'Organization', name: site.name } },
  }
}
