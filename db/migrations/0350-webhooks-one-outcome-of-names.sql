-- Whether a name was not found or belongs to a private network is no longer shown: it would tell strangers which inner names exist.
UPDATE webhooks.deliveries SET failure = 'address' WHERE failure = 'name';
