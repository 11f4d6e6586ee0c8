// The reference page of the benchmark: React and one heading, without a router and data. Its button shows and hides 300 plain cards.
import { createElement, useState } from 'react'
import { createRoot } from 'react-dom/client'

const CARDS = Array.from({ length: 300 }, (_, index) => `Card ${index + 1}`)

function ReferencePage() {
  const [isShown, setIsShown] = useState(false)
  const cards = CARDS.map((name) =>
    createElement(
      'li',
      { key: name },
      createElement('h2', null, name),
      createElement('p', null, 'A card with a heading and a line of text.'),
    ),
  )
  return createElement(
    'main',
    null,
    createElement('h1', null, 'Reference page'),
    createElement('button', { type: 'button', onClick: () => setIsShown(!isShown) }, 'Show cards'),
    isShown && createElement('ul', null, cards),
  )
}

const root = document.getElementById('root')
if (!root) throw new Error('The reference page has no #root element.')
createRoot(root).render(createElement(ReferencePage))
