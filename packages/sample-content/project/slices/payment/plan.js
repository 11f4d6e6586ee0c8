const says = document.querySelector('#says')
const buyButton = document.querySelector('#buy')
const order = new URLSearchParams(location.search).get('order')

/** Asks the server, and shows its refusal. Answers nothing then. */
async function ask(address, method) {
  const response = await fetch(address, { method })
  const answer = await response.json()
  says.textContent = answer.problem?.message ?? answer.says ?? ''
  return response.ok ? answer : undefined
}

/** Reads the state of the order every two seconds for a minute. It changes nothing. */
async function watchOrder(triesLeft) {
  const answer = await ask(`/orders/${order}`, 'GET')
  if (answer && !answer.isPaid && triesLeft > 0) setTimeout(() => watchOrder(triesLeft - 1), 2000)
}

buyButton.addEventListener('click', async () => {
  const answer = await ask('/orders', 'POST')
  if (answer) location.href = answer.address
})

if (order) watchOrder(30)
