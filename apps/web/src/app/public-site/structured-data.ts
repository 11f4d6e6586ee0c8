import { CURRENCIES, OFFER_NAMES, OFFERS } from '@academy/catalog'
import type { PublicCourse, PublicTutorial, Review } from '@academy/contract'
import { studyMinutes } from '@academy/contract/study-time'
import { courseTotals } from '../../features/courses/course-outline.ts'
import { publicPaths } from '../../public-paths.ts'
import { reviewedBy } from '../../ui/reviewed-by.ts'
import { welcomeTexts } from './welcome-texts.ts'

type Site = { name: string; origin: string }

/** Returns the schema.org data of the welcome page: the course with its offers and reviews, and the questions. */
export const welcomeData = (course: PublicCourse, reviews: Review[], { name, origin }: Site): object[] => [
  {
    '@context': 'https://schema.org',
    '@type': 'Course',
    name: course.name,
    description: course.description,
    url: origin + publicPaths.welcome,
    provider: { '@type': 'Organization', name, url: origin + publicPaths.welcome },
    offers: OFFER_NAMES.filter((offer) => OFFERS[offer].kind === 'one_time').flatMap((offer) =>
      CURRENCIES.map((currency) => ({
        '@type': 'Offer',
        name: OFFERS[offer].title,
        category: 'Paid',
        price: (OFFERS[offer].amounts[currency] / 100).toFixed(2),
        priceCurrency: currency.toUpperCase(),
        url: `${origin}${publicPaths.welcome}#prices`,
      })),
    ),
    ...(reviews.length > 0 && {
      review: reviews.map((review) => ({
        '@type': 'Review',
        reviewBody: review.text,
        author: { '@type': 'Person', name: reviewedBy(review)[0] },
      })),
    }),
    hasCourseInstance: {
      '@type': 'CourseInstance',
      courseMode: 'Online',
      courseWorkload: `PT${Math.max(1, Math.round(courseTotals(course.sessions).minutes / 60))}H`,
    },
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
