package dev.harrier.campaign;

import io.nats.client.ErrorListener;

/** Says nothing of connections that break and come back: who asks is told if there is no answer. */
final class Quiet implements ErrorListener {}
