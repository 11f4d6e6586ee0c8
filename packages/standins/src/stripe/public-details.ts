import type { StripeService } from './context.ts'

/** Returns the URL of the seller's terms, as entered in the dashboard under Settings, Public details; null: none. */
export async function termsUrl({ sql }: StripeService): Promise<string | null> {
  const [row] = await sql<{ terms_of_service_url: string | null }[]>`select terms_of_service_url from stripe.public_details`
  return row?.terms_of_service_url ?? null
}

export async function setTermsUrl({ sql }: StripeService, terms_of_service_url: string | null): Promise<void> {
  await sql`
    insert into stripe.public_details (terms_of_service_url) values (${terms_of_service_url})
    on conflict (one) do update set terms_of_service_url = excluded.terms_of_service_url`
}
