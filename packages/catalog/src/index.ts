export { COURSE_IDS, COURSES, type CourseId, FIRST_COURSE, isCourseId } from '#courses'
export { JOB_TITLES, MASTER_COURSE_ID } from './academy.ts'
export { ACCESS_CONSENT } from './access-consent.ts'
export { isCertificateValid } from './certificate-validity.ts'
export { consentFor, GIFT_CONSENT, SEATS_CONSENT } from './consent-for.ts'
export { hasCourseAccess } from './course-access.ts'
export { type CourseOpening, holdsStudio, isCourseOnSale, isCourseOpen } from './course-opening.ts'
export {
  type Amounts,
  COUNTRIES_OF,
  CURRENCIES,
  CURRENCY_ELSEWHERE,
  type Currency,
  currencyForCountry,
  currencySymbol,
  DEFAULT_CURRENCY,
  formatAmount,
} from './currencies.ts'
export { entitlementsFor, explainEntitlements, holdsStudioWithoutGifts, type Reason, studioGiftEnd } from './decide-entitlements.ts'
export {
  allEntitlements,
  ENTITLEMENTS,
  type Entitlement,
  type Entitlements,
  noEntitlements,
  SPECIFIED_ENTITLEMENTS,
} from './entitlements.ts'
export { forCourses } from './for-courses.ts'
export { GIFT_HOUR, GIFT_SEATS, giftDays, giftDelivery, isGift, MAX_GIFT_MESSAGE, unclaimedGiftRefund } from './gifts.ts'
export { grantState } from './grants.ts'
export {
  type CourseStarts,
  type GuaranteeState,
  guaranteedPurchase,
  guaranteeEnd,
  guaranteeLastDay,
  guaranteeState,
  nextGuarantee,
} from './guarantee.ts'
export { NEXT_STEPS, type NextStepPage } from './next-steps.ts'
export {
  type CheckoutChoice,
  GUARANTEE_DAYS,
  isOfferName,
  isPurchaseOffer,
  isSubscriptionOffer,
  OFFER_NAMES,
  OFFERS,
  type OfferName,
  offersInCheckout,
  type PurchaseOffer,
  type SubscriptionOffer,
  unlockedBy,
  whatUnlocksCourse,
} from './offers.ts'
export { LAUNCH_DEADLINE } from './offers-deadline.ts'
export { type OfferState, offersFor } from './offers-for.ts'
export { PACKAGE_NAMES } from './package-names.ts'
export { isPackage, PACKAGE_UNLOCKS, PACKAGES, type Package } from './packages.ts'
export { type OfferPrice, offerOfKey, PRICE_KEYS, PRICES, type PriceKey, priceKey, studioPriceKey } from './price-keys.ts'
export { opensPricingDialog } from './pricing-dialog.ts'
export { endingMonth, moneyState, type Purchase, purchaseState } from './purchases.ts'
export {
  type ClaimedSeat,
  type HeldSeat,
  heldSeats,
  MAX_SEATS,
  MIN_SEATS,
  openSeats,
  refundableSeats,
  SEAT_DISCOUNTS,
  type Seat,
  type SeatPurchase,
  seatPrice,
  seatRefund,
  sellsSeats,
  shareOfSeats,
  usableSeats,
} from './seats.ts'
export { studioAmounts } from './studio-amounts.ts'
export {
  addMonths,
  daysUntil,
  isSeatOffer,
  isStudioGift,
  MAX_FREE_DAYS,
  type SeatOffer,
  type SoldOffer,
  STUDIO_GIFT_NAMES,
  STUDIO_GIFTS,
  type StudioGift,
  type StudioGiftMonths,
  soldPackage,
  soldTitle,
  studioGiftOf,
  studioGiftPrice,
} from './studio-gifts.ts'
export {
  GRACE_DAYS,
  graceEnd,
  hasPaymentProblem,
  type InvoicePayment,
  isOver,
  isRunning,
  OVER_STATUSES,
  type Subscription,
  subscriptionState,
} from './subscriptions.ts'
export { mayOpenTutorial, needsCourseToOpen, type TutorialMarks } from './tutorial-access.ts'
export { userSegment } from './user-segment.ts'
