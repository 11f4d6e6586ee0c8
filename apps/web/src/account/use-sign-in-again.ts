import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast.ts'

/** For an action that ended in a refused or missing session (D-19): says so, and leads to /login and from there back here. */
export function useSignInAgain(): () => void {
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  return useCallback(() => {
    toast.error({ title: 'Authentication error', description: 'Please sign in to continue.' })
    void navigate(paths.login(), { state: { from: pathname + search + hash } })
  }, [navigate, pathname, search, hash])
}
