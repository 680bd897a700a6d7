package dev.harrier.base.process;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Optional;

/**
 * {@code sun.misc.Signal}, the only way of the JDK to see a signal and live (module
 * jdk.unsupported). Reached by reflection, because the compiler's warning about it can't be
 * silenced where it is used.
 */
public final class Signals {
  private Signals() {}

  /** Has {@code action} run at each signal of this name, until the result is run. */
  public static Optional<Runnable> handle(String name, Runnable action) {
    try {
      Class<?> signalType = Class.forName("sun.misc.Signal");
      Class<?> handlerType = Class.forName("sun.misc.SignalHandler");
      Method handle = signalType.getMethod("handle", signalType, handlerType);
      Object signal = signalType.getConstructor(String.class).newInstance(name);
      Object handler =
          Proxy.newProxyInstance(
              Signals.class.getClassLoader(),
              new Class<?>[] {handlerType},
              (_, method, _) -> {
                if (method.getDeclaringClass().equals(handlerType)) {
                  action.run();
                }
                return null;
              });
      Object former = handle.invoke(null, signal, handler);
      return Optional.of(() -> restore(handle, signal, former));
    } catch (InvocationTargetException unavailable) {
      // The runtime was asked to leave this signal alone (-Xrs), or uses it itself.
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("a JDK without sun.misc.Signal", e);
    }
  }

  private static void restore(Method handle, Object signal, Object former) {
    try {
      handle.invoke(null, signal, former);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
