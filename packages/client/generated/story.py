"""What a user's program does with a client that openapi-python-client generated. Prints one line at the end."""

import os
from datetime import datetime, timezone

from academy import AuthenticatedClient
from academy.api.accounts import accounts_context
from academy.api.courses import courses_tutorial_content
from academy.api.learning import learning_progress, learning_save_progress
from academy.api.prompts import prompts_create, prompts_get, prompts_list, prompts_remove, prompts_update
from academy.api.search import search_search
from academy.models import Error, NewPromptInput, ProgressInput, PromptInput

client = AuthenticatedClient(base_url=os.environ["VCA_URL"], token=os.environ["VCA_TOKEN"])
assert accounts_context.sync(client=client).data.entitlements.my_prompts is True
assert prompts_list.sync(client=client) == []

made = prompts_create.sync(client=client, body=NewPromptInput(title="Names", description="For a product", content="Ten names"))
assert prompts_get.sync(made.id, client=client).title == "Names"
text = PromptInput(title="Ten names", description="For a product", content="Ten names")
changed = prompts_update.sync(made.id, client=client, body=text, updated_at=made.updated_at)
assert changed.title == "Ten names"
conflict = prompts_update.sync(made.id, client=client, body=text, updated_at=made.updated_at)
assert isinstance(conflict, Error) and conflict.code == "conflict" and "updated_at" in conflict.fields.additional_properties
assert prompts_remove.sync_detailed(made.id, client=client).status_code == 204
missing = prompts_get.sync(made.id, client=client)
assert isinstance(missing, Error) and missing.code == "not_found"

found = search_search.sync(client=client, q="brief")
assert [result.id for result in found.results][0] == "write-a-brief"

tutorial = learning_progress.sync("master-course", client=client).continue_with
content = courses_tutorial_content.sync(tutorial, client=client)
learning_save_progress.sync(tutorial, client=client, body=ProgressInput(at=datetime.now(timezone.utc), done=True))
print(content.data.tutorial_name, learning_progress.sync("master-course", client=client).done)
