import { useLocation, useSearchParams } from 'react-router'

/** Keeps the selected tab in the URL, unless it is the first. Each choice is a step of the history. */
export function useTabParam(first: string) {
  const [params, setParams] = useSearchParams()
  const state: { fromList?: unknown } | null = useLocation().state
  return {
    tab: params.get('tab') ?? first,
    selectTab: (value: string) =>
      setParams(value === first ? {} : { tab: value }, {
        // The back link goes back to the list by one step more.
        state: state?.fromList ? { ...state, fromList: Number(state.fromList) + 1 } : state,
      }),
  }
}
