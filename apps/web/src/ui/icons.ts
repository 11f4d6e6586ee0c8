/** The icons of the app. All are decorative: a text or a label names each control. The bundle contains only the icons that the app imports. */
export * from 'lucide-react'
export { Menu as MenuIcon } from 'lucide-react'
