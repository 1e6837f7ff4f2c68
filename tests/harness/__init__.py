"""What the scratch servers, the quick start and the end-to-end tests are made of."""
