/** The icons of the app. All are decorative and have a text beside them. The bundle holds those in use. */
export * from 'lucide-react'
export { Menu as MenuIcon } from 'lucide-react'
